internal import AsyncHTTPClient
internal import BoundedCrop
internal import CLibrary
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Describes a failed connection to the caller. The text never contains an address, which would reveal what a name in a private network
/// resolves to. The full error is for logs only.
package enum ConnectionWords {
    package static func text(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { text($0.error) } ?? "it has no address to connect to"
        case let error as IOError:
            SystemError.text(error.errnoCode)
        case ChannelError.connectTimeout:
            "connecting timed out"
        case let error as HTTPClientError where [.deadlineExceeded, .connectTimeout, .readTimeout].contains(error):
            "it takes too long"
        case let error as HTTPClientError:
            error.shortDescription
        case is NIOConnectionError, is SocketAddressError, is ChannelError:
            "the connection failed"
        default:
            "\(error)"
        }
    }

    /// The error for the caller of a request that was not answered.
    static func failure(_ error: any Error, of place: String) -> any Error {
        if Task.isCancelled || error is CancellationError { return CancellationError() }
        if isShutDown(error) { return BoundedCropError(.connectionFailed, "the loader was shut down", underlying: error) }
        if let spent = SpentConnection(error) {
            return BoundedCropError(.connectionFailed, "\(place) closed the connection before answering", underlying: spent)
        }
        if case HTTPParserError.invalidEOFState = error {
            return BoundedCropError(.connectionFailed, "\(place) closed the connection while answering", underlying: error)
        }
        if error is HTTPParserError {
            return BoundedCropError(.invalidResponse, "\(place) sent an invalid HTTP answer", underlying: error)
        }
        return BoundedCropError(.connectionFailed, "\(place) cannot be reached: \(text(error))", underlying: error)
    }

    /// Whether no server answered in the time that a connection may take.
    static func isTimeout(_ error: any Error) -> Bool {
        switch error {
        case let error as NIOConnectionError: error.connectionErrors.contains { isTimeout($0.error) }
        case ChannelError.connectTimeout: true
        default: false
        }
    }

    /// Whether the client was shut down, so that no further request can succeed.
    static func isShutDown(_ error: (any Error)?) -> Bool {
        [.cancelled, .alreadyShutdown].contains(error as? HTTPClientError)
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
