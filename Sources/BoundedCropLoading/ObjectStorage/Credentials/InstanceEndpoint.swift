internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1

/// The endpoint that hands out keys to a machine of EC2, with its session tokens (IMDSv2).
struct InstanceEndpoint {
    private static let path = "/latest/meta-data/iam/security-credentials/"
    /// Elsewhere nobody answers, and everyone waits for that.
    private static let limit = Duration.seconds(1)
    private let server: String

    /// Nil if the environment turns it off.
    /// - Throws: `invalidArgument` for an endpoint that is none.
    init?(_ environment: [String: String]) throws {
        guard Bool(flag: environment.value("AWS_EC2_METADATA_DISABLED") ?? "") != true else { return nil }
        let usesSix = environment.value("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE")?.lowercased() == "ipv6"
        let usual = usesSix ? "http://[fd00:ec2::254]" : "http://169.254.169.254"
        let named = environment.value("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? usual
        guard URL(string: named)?.isOfServer == true else {
            throw BoundedCropError(.invalidArgument, "AWS_EC2_METADATA_SERVICE_ENDPOINT must be a URL such as \(usual)")
        }
        server = named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    func keys(_ server: CredentialsServer) async throws -> S3Credentials {
        let lifetime = [(name: "X-aws-ec2-metadata-token-ttl-seconds", value: "21600")]
        let token = try await server.answer(to: .PUT, of: self.server + "/latest/api/token", lifetime, within: Self.limit)
        guard token.status == 200, !token.body.isEmpty, token.body.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw BoundedCropError(.noCredentials, "it answers with status \(token.status), and no session token")
        }
        let session = [(name: "X-aws-ec2-metadata-token", value: token.text)]
        let roles = try await server.answer(of: self.server + Self.path, session, within: Self.limit)
        let role = roles.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard roles.status == 200, !role.isEmpty else {
            throw BoundedCropError(.noCredentials, "the machine has no role (status \(roles.status))")
        }
        let path = Self.path + PercentEncoding.encoded(role, keeping: "-._~")
        return try TemporaryCredentials.keys(in: await server.answer(of: self.server + path, session, within: Self.limit), of: "its role")
    }
}
