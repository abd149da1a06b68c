internal import BoundedCrop
internal import FoundationEssentials

/// The endpoint that hands out keys to a container, of ECS or EKS.
struct ContainerEndpoint {
    private let url: String
    private let environment: [String: String]

    /// The addresses of ECS and EKS, which may be asked without TLS, as may be this machine.
    private static let ranges = ["169.254.170.2", "169.254.170.23", "fd00:ec2::23", "127.0.0.0/8", "::1"].compactMap {
        try? AddressRange($0)
    }

    /// Nil if the environment names none.
    /// - Throws: `invalidArgument` for a URI that must not be asked.
    init?(_ environment: [String: String], server: String) throws {
        if let relative = environment.value("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
            guard relative.hasPrefix("/") else {
                throw BoundedCropError(.invalidArgument, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI must begin with a slash")
            }
            url = server + relative
        } else if let full = environment.value("AWS_CONTAINER_CREDENTIALS_FULL_URI") {
            guard let parsed = URL(string: full), Self.isAllowed(parsed) else {
                throw BoundedCropError(
                    .invalidArgument,
                    "AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https URL, or an http URL of this machine, 169.254.170.2, 169.254.170.23 "
                        + "or fd00:ec2::23"
                )
            }
            url = full
        } else {
            return nil
        }
        self.environment = environment
    }

    func keys(_ server: CredentialsServer) async throws -> S3Credentials {
        let headers = try token().map { [(name: "Authorization", value: $0)] } ?? []
        let place = "the container’s endpoint for keys"
        do {
            return try TemporaryCredentials.keys(in: await server.answer(of: url, headers, within: .seconds(2)), of: place)
        } catch let error as BoundedCropError where error.code != .noCredentials {
            throw BoundedCropError(error.code, "\(place): \(error.message)", underlying: error.underlying)
        }
    }

    private func token() throws -> String? {
        var token = environment.value("AWS_CONTAINER_AUTHORIZATION_TOKEN")
        if let path = environment.value("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
            token = try TokenFile.token(at: path, named: "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
        }
        guard token.map(TokenFile.isPossible) ?? true else {
            throw BoundedCropError(.noCredentials, "the container’s authorization token has line breaks or characters other than ASCII")
        }
        return token
    }

    private static func isAllowed(_ url: URL) -> Bool {
        guard let host = url.host?.lowercased(), !host.isEmpty, url.hasPossiblePort else { return false }
        if url.scheme?.lowercased() == "https" { return true }
        guard url.scheme?.lowercased() == "http" else { return false }
        let address = IPAddress(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host)
        return host == "localhost" || address.map { address in ranges.contains { $0.contains(address) } } ?? false
    }
}
