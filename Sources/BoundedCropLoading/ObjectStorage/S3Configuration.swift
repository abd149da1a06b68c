internal import BoundedCrop
package import FoundationEssentials

/// How an object storage is reached: S3 itself, or a server that speaks its protocol, such as MinIO, R2, Ceph or Google Cloud Storage.
public struct S3Configuration: Sendable, CustomStringConvertible {
    /// Where keys come from.
    package enum CredentialsSource: Sendable {
        /// The first of these that has any: the environment, the role of the pod, the shared files, the endpoint of the container, that of the
        /// machine.
        case standard
        /// These, as long as the program runs.
        case fixed(S3Credentials)
        /// None: requests are not signed. For public buckets.
        case anonymous
    }

    /// The server, such as `http://127.0.0.1:9000`; nil for S3's own in the region.
    package var endpoint: URL?
    /// The region, such as `eu-central-1`; nil means `us-east-1`, until a server names another.
    package var region: String?
    /// Whether the bucket's name is the first part of the path rather than of the host's name. Nil means only if it has to be: for an
    /// `endpoint` that is not Amazon's, and for buckets whose names cannot be part of a host's name.
    package var usesPathStyle: Bool?
    /// The profile of the shared files to use, even if there are keys in the environment; nil for `AWS_PROFILE`, or else `default`.
    package var profile: String?
    /// Where keys come from.
    package var credentials = CredentialsSource.standard
    /// The environment in which keys, and the places of the shared files, are looked for.
    package var environment: [String: String]
    /// The maximum number of attempts for temporary failures: a connection that fails or breaks off, a timeout, or a status of 429, 500,
    /// 502, 503 or 504; 4 by default.
    package var attempts = 4
    /// The delay before the second attempt; it doubles for each further one, and a random part of up to a half is taken off; 100 ms by default.
    package var backoff = Duration.milliseconds(100)
    /// The maximum delay before another attempt; 10 s by default. If a server asks for more, the request fails.
    package var maximumBackoff = Duration.seconds(10)
    /// The time limit of one request, from the first attempt to the last byte; 60 s by default.
    package var timeout = Duration.seconds(60)
    /// How long a server may send nothing before an attempt fails; 20 s by default.
    package var silenceTimeout = Duration.seconds(20)
    /// The maximum number of concurrent requests; more wait for their turn; 64 by default.
    package var concurrentRequests = 64
    /// Provides the time and waits.
    package var clock: any LoadingClock = SystemLoadingClock()

    /// Creates a configuration for Amazon's S3. Keys are looked for in the environment of this process.
    package init() {
        environment = ProcessInfo.processInfo.environment
    }

    /// Throws `invalidArgument` for an endpoint that is not that of a server, and for a region that is none, as every request would.
    package func check() throws { _ = try S3Endpoint(of: "bucket", in: region ?? S3Endpoint.standardRegion, self) }

    /// Endpoint and region, without the environment, which may have secrets.
    public var description: String { "\(endpoint?.absoluteString ?? "S3") in \(region ?? "any region")" }
}

extension S3Configuration {
    /// Creates a configuration as `aws` would: from `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`, the
    /// profile that `AWS_PROFILE` names in the shared files (`region`, `endpoint_url`, `s3.addressing_style`), and from
    /// `BOUNDEDCROP_S3_PATH_STYLE`, which can be `true` or `false`.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - profile: The profile to use instead, also for keys.
    /// - Throws: `invalidArgument` for a value that is not possible, and what reading the shared files throws.
    public static func fromEnvironment(_ environment: [String: String], profile: String? = nil) throws -> S3Configuration {
        var configuration = S3Configuration()
        configuration.environment = environment
        configuration.profile = profile
        let named = profile ?? environment.value("AWS_PROFILE")
        let settings = try SharedFiles(environment).profile(named ?? "default") ?? [:]
        let endpoint = environment.value("AWS_ENDPOINT_URL_S3") ?? environment.value("AWS_ENDPOINT_URL") ?? settings.value("endpoint_url")
        if let endpoint, !environment.ignoresEndpoints {
            guard let url = URL(string: endpoint) else {
                throw BoundedCropError(.invalidArgument, "“\(endpoint.prefix(200))” is not an endpoint such as http://127.0.0.1:9000")
            }
            try S3Endpoint.check(url)
            configuration.endpoint = url
        }
        configuration.region = environment.region ?? settings.value("region")
        if let region = configuration.region, !S3Endpoint.isRegion(region) {
            throw BoundedCropError(.invalidArgument, "“\(region.prefix(100))” is not a region such as eu-central-1")
        }
        if let text = environment.value("BOUNDEDCROP_S3_PATH_STYLE") {
            guard let flag = Bool(flag: text) else {
                throw BoundedCropError(.invalidArgument, "BOUNDEDCROP_S3_PATH_STYLE must be true or false, not “\(text.prefix(100))”")
            }
            configuration.usesPathStyle = flag
        } else {
            configuration.usesPathStyle = ["path": true, "virtual": false][settings.value("s3.addressing_style") ?? ""]
        }
        return configuration
    }
}

/// What variables say to all of Amazon's tools.
extension [String: String] {
    var region: String? { value("AWS_REGION") ?? value("AWS_DEFAULT_REGION") }

    /// Whether the endpoints that are set are not used.
    var ignoresEndpoints: Bool { Bool(flag: value("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS") ?? "") == true }
}
