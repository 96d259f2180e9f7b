// The C library of the system: the only place in Sources that checks the system, apart from CPlatform and the
// libraries for Apple's systems alone.
@_exported public import CPlatform

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
