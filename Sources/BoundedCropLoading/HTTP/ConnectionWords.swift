internal import AsyncHTTPClient
internal import CLibrary
internal import NIOCore
internal import NIOPosix

/// Describes a failed connection to the caller. The text never contains an address, which would reveal what a name in a private network
/// resolves to. The full error is for logs only.
enum ConnectionWords {
    static func text(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { text($0.error) } ?? "it has no address to connect to"
        case let error as IOError:
            error.description
        case ChannelError.connectTimeout:
            "connecting timed out"
        case is NIOConnectionError, is SocketAddressError, is ChannelError:
            "the connection failed"
        default:
            "\(error)"
        }
    }

    /// Whether there was no connection at all, so that nothing can have been sent.
    static func isUnconnected(_ error: (any Error)?) -> Bool {
        guard let error else { return false }
        return switch error {
        case is NIOConnectionError, ChannelError.connectTimeout: true
        // Others, such as an unreachable network, can also end a connection.
        case let error as IOError: [ECONNREFUSED, EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode)
        default: (error as? HTTPClientError) == .connectTimeout
        }
    }

    /// Whether a route to the address is missing or was lost.
    static func isUnreachable(_ error: (any Error)?) -> Bool {
        (error as? IOError).map { [ENETUNREACH, EHOSTUNREACH].contains($0.errnoCode) } ?? false
    }
}
