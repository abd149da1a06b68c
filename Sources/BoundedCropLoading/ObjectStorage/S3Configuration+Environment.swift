internal import BoundedCrop
internal import FoundationEssentials

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
