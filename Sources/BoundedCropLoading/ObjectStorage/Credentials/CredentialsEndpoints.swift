internal import BoundedCrop
internal import FoundationEssentials

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
