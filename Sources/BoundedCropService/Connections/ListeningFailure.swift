internal import BoundedCrop
internal import BoundedCropLoading
internal import CLibrary
internal import NIOCore

/// Why a service cannot listen at its address, and which setting to change.
enum ListeningFailure {
    /// - Returns: `connectionFailed` for an error of the network, and any other error as it is.
    static func inWords(_ error: any Error, _ configuration: ServiceConfiguration) -> any Error {
        let (host, port) = (configuration.host, configuration.port)
        let words: String
        switch error {
        case let error as IOError:
            words =
                switch error.errnoCode {
                case EADDRINUSE: "port \(port) is in use on \(host): choose another with --port"
                case EACCES: "port \(port) on \(host) is not allowed to this user: choose one from 1024 with --port"
                case EADDRNOTAVAIL: "\(host) is not an address of this machine: choose one with --host"
                default: "\(host) cannot be listened on at port \(port): \(ConnectionWords.text(error))"
                }
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            words = "\(host) is not the name or address of a machine: choose one with --host"
        default:
            return error
        }
        return BoundedCropError(.connectionFailed, words, underlying: error)
    }
}
