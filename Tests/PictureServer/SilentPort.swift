internal import CLibrary
package import FoundationEssentials

/// A port of the loopback interface that nobody listens on, and that no server of another test can get in the meantime.
package final class SilentPort: Sendable {
    private let descriptor: Int32
    package let port: Int

    package init() throws {
        // Bound, but never listening: connections are refused.
        let socket = CLibrary.socket(AF_INET, SocketKind.stream, 0)
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return Int32(-1) }
            return bind(socket, pointer, length) == 0 ? getsockname(socket, pointer, &length) : -1
        }
        guard result == 0 else {
            close(socket)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        descriptor = socket
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    package func url(_ path: String, host: String = "127.0.0.1") -> URL {
        guard let url = URL(string: "http://\(host):\(port)\(path)") else { preconditionFailure("\(path) is no path") }
        return url
    }
}
