// The C library of the system: the only place in Sources that asks which system this is, but for CPlatform and the libraries
// that are Apple's alone.
@_exported public import CPlatform

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
