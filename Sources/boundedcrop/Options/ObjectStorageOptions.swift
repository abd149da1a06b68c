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
        help: ArgumentHelp("The server of s3:// objects (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, or Amazon's).", valueName: "url")
    )
    var s3Endpoint: String?

    @Option(help: ArgumentHelp("The region of s3:// objects (default: AWS_REGION, or the profile's).", valueName: "name"))
    var s3Region: String?

    @Option(help: ArgumentHelp("The profile with the keys (default: AWS_PROFILE).", valueName: "name"))
    var s3Profile: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Whether the URLs of s3:// objects contain the bucket in the path, not in the host name (default: unless the endpoint is Amazon's)."
    )
    var s3PathStyle: Bool?

    mutating func validate() throws {
        var configuration = S3Configuration()
        (configuration.endpoint, configuration.region) = (s3Endpoint.flatMap { URL(string: $0) }, s3Region)
        do {
            if let s3Endpoint, configuration.endpoint == nil { throw BoundedCropError(.invalidArgument, "“\(s3Endpoint)” is not a URL") }
            try configuration.check()
        } catch let error as BoundedCropError {
            throw ValidationError("--s3-endpoint, --s3-region: \(error.message).")
        }
    }

    /// - Parameter timeout: The seconds that a request may take, with all attempts.
    func makeStorage(timeout: Double) -> ObjectStorage {
        ObjectStorage { [s3Endpoint, s3Region, s3Profile, s3PathStyle] in
            var environment = Environment.variables
            if let s3Profile { environment["AWS_PROFILE"] = s3Profile }
            var configuration = try S3Configuration.fromEnvironment(environment)
            if let s3Endpoint { configuration.endpoint = URL(string: s3Endpoint) }
            configuration.region = s3Region ?? configuration.region
            configuration.profile = s3Profile ?? configuration.profile
            configuration.usesPathStyle = s3PathStyle ?? configuration.usesPathStyle
            configuration.timeout = .seconds(timeout)
            return configuration
        }
    }
    #else
    func makeStorage(timeout: Double) -> ObjectStorage { ObjectStorage() }
    #endif
}
