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
            failedTLS("\(error)") ?? "\(error)"
        }
    }

    /// What failed before there was an encrypted connection, and what to do; nil for another error. NIOSSL tells only by names in its text.
    private static func failedTLS(_ text: String) -> String? {
        if let words = TLSFailures.words.first(where: { text.contains($0.name) })?.words { return words }
        return text.contains("SSL") ? "no encrypted connection (TLS) could be made" : nil
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

/// What names in the errors of TLS mean for whoever loads a picture.
private enum TLSFailures {
    static let words: [(name: String, words: String)] = [
        (
            "CERTIFICATE_VERIFY_FAILED",
            "its certificate is not trusted: it may have expired, be self-signed, or be from an authority that is not among the certificates of "
                + "this machine (package ca-certificates). Renew it, or install that of its authority here"
        ),
        ("failedToValidateHostname", "its certificate is for another name: use a name that is in it"),
        ("WRONG_VERSION_NUMBER", notTLS), ("HTTP_REQUEST", notTLS), ("HTTPS_PROXY_REQUEST", notTLS),
        ("EOF during handshake", "it ended the connection before it was encrypted: check that it answers https at this port"),
        ("PROTOCOL_VERSION", oldTLS), ("UNSUPPORTED_PROTOCOL", oldTLS), ("HANDSHAKE_FAILURE", oldTLS),
        ("CERTIFICATE_REQUIRED", "it asks for a certificate of the client, which is not supported"),
    ]
    private static let notTLS = "it answers without encryption (TLS) at this port: use http instead of https, or another port"
    private static let oldTLS = "it has no version or cipher of TLS that is safe: it needs TLS 1.2 or later"
}
