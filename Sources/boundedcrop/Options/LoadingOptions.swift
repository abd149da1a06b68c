import ArgumentParser
import BoundedCrop
#if HTTP
import BoundedCropLoading
#endif

/// The options for loading pictures from URLs.
struct LoadingOptions: ParsableArguments {
    #if HTTP
    @Flag(help: "Load from this machine and private networks too. Never for URLs that strangers choose.")
    var allowPrivate = false

    @Flag(help: "Load URLs anew, and keep nothing of them.")
    var noCache = false

    @Option(help: ArgumentHelp("How long one download may take, with all attempts.", valueName: "seconds"))
    var timeout = 60.0

    mutating func validate() throws {
        if !(timeout > 0 && timeout <= 86_400) { throw ValidationError("--timeout is above 0 and at most 86400 seconds, not \(timeout).") }
    }

    func downloads(_ decoding: DecodingOptions) -> Downloads {
        var configuration = ImageLoader.Configuration(storage: noCache ? nil : DiskStorage())
        configuration.memoryCache = nil
        configuration.decoding = decoding
        configuration.policy.allowsPrivateAddresses = allowPrivate
        configuration.http.timeout = .seconds(timeout)
        return Downloads(loader: ImageLoader(configuration: configuration))
    }
    #else
    func downloads(_ decoding: DecodingOptions) -> Downloads { Downloads() }
    #endif
}
