// The C library of the system, under one name: every other file imports this module instead of Glibc, Musl or Darwin.

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Darwin)
@_exported public import Darwin
#else
#error("There is no C library that this package knows: Glibc, Musl or Darwin.")
#endif
