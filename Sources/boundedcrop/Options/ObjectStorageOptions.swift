import ArgumentParser

#if HTTP
import BoundedCrop
import BoundedCropLoading
import FoundationEssentials
#endif

/// The options for object storage. Without them, the environment and the shared files count, as for `aws`.
struct ObjectStorageOptions: ParsableArguments {
    #if HTTP
    @Option(
        name: .customLong("s3-endpoint"),
        help: ArgumentHelp("The server of s3:// objects (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or Amazon's).", valueName: "url")
    )
    var endpoint: String?

    @Option(
        name: .customLong("s3-region"),
        help: ArgumentHelp("The region of s3:// objects (default: AWS_REGION, or the profile's).", valueName: "name")
    )
    var region: String?

    @Option(name: .customLong("s3-profile"), help: ArgumentHelp("The profile with the keys (default: AWS_PROFILE).", valueName: "name"))
    var profile: String?

    @Flag(
        name: .customLong("s3-path-style"),
        inversion: .prefixedNo,
        help:
            "Whether the URLs of s3:// objects contain the bucket in the path, not in the host name (default: unless the endpoint is Amazon's)."
    )
    var pathStyle: Bool?

    mutating func validate() throws {
        var configuration = S3Configuration()
        (configuration.endpoint, configuration.region) = (endpoint.flatMap { URL(string: $0) }, region)
        do {
            if let endpoint, configuration.endpoint == nil { throw BoundedCropError(.invalidArgument, "“\(endpoint)” is not a URL") }
            try configuration.check()
        } catch let error as BoundedCropError {
            throw ValidationError("--s3-endpoint, --s3-region: \(error.message).")
        }
    }

    /// - Parameter timeout: The seconds that a request may take, with all attempts.
    func makeStorage(timeout: Double) -> ObjectStorage {
        ObjectStorage { [endpoint, region, profile, pathStyle] in
            var environment = Environment.variables
            if let profile { environment["AWS_PROFILE"] = profile }
            var configuration = try S3Configuration.fromEnvironment(environment)
            if let endpoint { configuration.endpoint = URL(string: endpoint) }
            configuration.region = region ?? configuration.region
            configuration.profile = profile ?? configuration.profile
            configuration.usesPathStyle = pathStyle ?? configuration.usesPathStyle
            configuration.timeout = .seconds(timeout)
            return configuration
        }
    }
    #else
    func makeStorage(timeout: Double) -> ObjectStorage { ObjectStorage() }
    #endif
}
