/// Which designs of a package come in, with the albums and images that they name.
public enum ImportChoice: Hashable, Sendable {
  /// All of them, and albums that no design names.
  case all
  /// Those with these titles, identifiers or file names.
  case named([String])
  /// Those with these indexes in the package, from 0.
  case places(Set<Int>)
}
