internal import CLibrary
package import Foundation

/// A socket that listens but never accepts, and whose connection queue is full: attempts to connect never complete.
package final class FullBacklog: Sendable {
    package let url: URL
    private let port: UInt16
    private let sockets: [Int32]

    package struct Failure: Error {}

    package init() throws {
        let listening = socket(AF_INET, SocketKind.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listening, address, length) == 0 && listen(listening, 0) == 0 && getsockname(listening, address, &length) == 0
            }
        }
        guard isBound, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/") else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
        self.url = url
        // Linux accepts one connection more than the backlog; further attempts keep retrying.
        var clients: [Int32] = []
        for waits in [true, false] {
            let client = socket(AF_INET, SocketKind.stream, 0)
            if !waits { _ = fcntl(client, F_SETFL, O_NONBLOCK) }
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, length) }
            }
            clients.append(client)
        }
        sockets = [listening] + clients
    }

    /// Whether a further client is trying to connect.
    package var hasAnother: Bool { Self.waiting(port) > 1 }

    /// The number of clients trying, from the kernel's list of connections: in state SYN_SENT (02) to this port.
    private static func waiting(_ port: UInt16) -> Int {
        // Reads with a handle: reading the whole file at once would use its length, which is 0 here.
        let data = try? FileHandle(forReadingAtPath: "/proc/self/net/tcp")?.readToEnd()
        let lines = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
        return lines.count { line in
            let fields = line.split(separator: " ")
            return fields.count > 3 && fields[2].hasSuffix(String(format: ":%04X", port)) && fields[3] == "02"
        }
    }

    package func close() {
        for socket in sockets { CLibrary.close(socket) }
    }
}
