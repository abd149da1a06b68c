import ArgumentParser
import BoundedCrop

#if HTTP
import BoundedCropLoading
#endif

/// The options for loading pictures from URLs and object storage.
struct LoadingOptions: ParsableArguments {
    #if HTTP
    @Flag(help: "Also load from this machine and private networks. Never use this for URLs that strangers choose.")
    var allowPrivate = false

    @Flag(help: "Always download URLs, and do not cache them.")
    var noCache = false

    @Option(
        help: ArgumentHelp("The time limit for one download or upload, with all attempts, such as 30s or 2min.", valueName: "time"),
        transform: QuantityOptions.seconds
    )
    var timeout = 60.0

    mutating func validate() throws {
        if !(timeout > 0 && timeout <= 86_400) {
            throw ValidationError("--timeout must be above 0 and at most 86400 seconds, not \(Decimals.text(timeout)).")
        }
    }

    func makeStorage(_ objects: ObjectStorageOptions) -> ObjectStorage { objects.makeStorage(timeout: timeout) }

    func downloads(_ decoding: DecodingOptions) -> Downloads {
        var configuration = ImageLoader.Configuration(storage: noCache ? nil : DiskStorage())
        configuration.memoryCache = nil
        configuration.decoding = decoding
        configuration.policy.allowsPrivateAddresses = allowPrivate
        configuration.http.timeout = .seconds(timeout)
        return Downloads(loader: ImageLoader(configuration: configuration))
    }
    #else
    func makeStorage(_ objects: ObjectStorageOptions) -> ObjectStorage { objects.makeStorage(timeout: 0) }

    func downloads(_ decoding: DecodingOptions) -> Downloads { Downloads() }
    #endif
}
