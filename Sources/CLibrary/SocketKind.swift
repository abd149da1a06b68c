/// Kinds of sockets as the numbers that functions take. glibc declares them as an enumeration.
package enum SocketKind {
    #if canImport(Glibc)
    package static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    package static let stream = SOCK_STREAM
    #endif
}
