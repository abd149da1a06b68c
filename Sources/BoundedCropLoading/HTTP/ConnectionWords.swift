internal import NIOCore
internal import NIOPosix

/// What may be said of a connection that failed to whoever asked for the picture: never an address, since a name that leads into a private
/// network would tell what is there. The error itself, which has it, is for the log.
enum ConnectionWords {
    static func text(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { text($0.error) } ?? "it has no address that can be connected to"
        case let error as IOError:
            error.description
        case ChannelError.connectTimeout:
            "connecting took too long"
        case is NIOConnectionError, is SocketAddressError, is ChannelError:
            "the connection failed"
        default:
            "\(error)"
        }
    }
}
