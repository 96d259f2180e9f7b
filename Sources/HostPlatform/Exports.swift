// The C library of the system. What else differs by system is in `CPlatform` and in the libraries for Apple's systems.
@_exported public import CPlatform

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
