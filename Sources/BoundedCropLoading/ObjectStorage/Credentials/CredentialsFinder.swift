internal import BoundedCrop
internal import FoundationEssentials

/// Looks for keys where Amazon's tools look, in their order: the environment, the role of a pod, the shared files, the container, the machine.
struct CredentialsFinder: Sendable {
    let environment: [String: String]
    /// The profile that was asked for; keys of the environment are then passed over.
    let profile: String?
    let server: CredentialsServer
    /// The server of relative URIs in containers.
    var containerServer = "http://169.254.170.2"

    /// Throws `noCredentials` if there are none, with the places where they were looked for.
    func find() async throws -> S3Credentials {
        var looked: [String] = []
        if profile == nil {
            if let keys = try environmentKeys() { return keys }
            looked.append("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set")
            // If it fails, going on would find the role of the machine, which is another one.
            if let pod = try WebIdentity(environment) { return try await pod.keys(server) }
            looked.append("AWS_WEB_IDENTITY_TOKEN_FILE is not set")
        }
        let files = SharedFiles(environment)
        let name = profile ?? environment.value("AWS_PROFILE") ?? "default"
        if let settings = try files.profile(name) {
            if let keys = try profileKeys(name, settings) { return keys }
            looked.append("profile “\(name)” has no aws_access_key_id")
        } else if profile != nil || environment.value("AWS_PROFILE") != nil {
            throw BoundedCropError(.noCredentials, "there is no profile “\(name)” in \(files.names)")
        } else {
            looked.append("there is no profile “default” in \(files.names)")
        }
        if let container = try ContainerEndpoint(environment, server: containerServer) { return try await container.keys(server) }
        looked.append("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI and AWS_CONTAINER_CREDENTIALS_FULL_URI are not set")
        if let machine = try InstanceEndpoint(environment) {
            do {
                return try await machine.keys(server)
            } catch let error as BoundedCropError {
                looked.append("the machine’s endpoint: \(error.message)")
            }
        } else {
            looked.append("AWS_EC2_METADATA_DISABLED turns off the machine’s endpoint")
        }
        throw BoundedCropError(
            .noCredentials,
            "there are no keys for the object storage: \(looked.joined(separator: "; ")). Set keys in one of these places, or "
                + "ask without keys if the bucket is public"
        )
    }

    private func environmentKeys() throws -> S3Credentials? {
        let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]
        let values = names.map(environment.value)
        guard let access = values[0], let secret = values[1] else {
            guard let missing = values.firstIndex(of: nil), values[1 - missing] != nil else { return nil }
            throw BoundedCropError(.noCredentials, "\(names[1 - missing]) is set, but \(names[missing]) is not; set both or neither")
        }
        return S3Credentials(accessKey: access, secretKey: secret, sessionToken: environment.value("AWS_SESSION_TOKEN"))
    }

    private func profileKeys(_ name: String, _ settings: [String: String]) throws -> S3Credentials? {
        // Amazon's tools take a role, or what a person has signed in for, even if the profile has keys too.
        try refuse(["role_arn", "web_identity_token_file", "sso_session", "sso_start_url", "login_session"], of: name, settings)
        guard let access = settings.value("aws_access_key_id") else {
            try refuse(["credential_process"], of: name, settings)
            return nil
        }
        guard let secret = settings.value("aws_secret_access_key") else {
            throw BoundedCropError(.noCredentials, "profile “\(name)” has an aws_access_key_id, but no aws_secret_access_key")
        }
        return S3Credentials(accessKey: access, secretKey: secret, sessionToken: settings.value("aws_session_token"))
    }

    private func refuse(_ ways: [String], of name: String, _ settings: [String: String]) throws {
        guard let way = ways.first(where: { settings.value($0) != nil }) else { return }
        throw BoundedCropError(
            .noCredentials,
            "profile “\(name)” gets its keys by \(way), which is not supported; run "
                + "eval \"$(aws configure export-credentials --profile \(name) --format env)\" first"
        )
    }
}

/// The servers that the environment names as those that hand out keys, besides the addresses that every cloud has. No picture comes from
/// them: see ``SourcePolicy``.
struct CredentialsEndpoints: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        /// The name or address, without brackets.
        let host: String
        let port: Int
    }

    private(set) var places: [Place] = []

    init(_ environments: [[String: String]]) {
        for environment in environments {
            for name in ["AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_EC2_METADATA_SERVICE_ENDPOINT"] {
                guard let url = environment.value(name).flatMap({ URL(string: $0) }), let host = url.host?.lowercased() else { continue }
                places.append(Place(host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: url.usedPort))
            }
        }
    }
}
