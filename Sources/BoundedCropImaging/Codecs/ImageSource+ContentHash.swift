internal import BoundedCropRuntime

extension ImageSource {
    /// The SHA-256 of the file's bytes in 64 hexadecimal digits, with the options that change the pixels; computed on each call.
    public var contentHash: String? {
        file.fingerprint + Self.hashEnding(options)
    }

    /// The same for a file that is not opened.
    package static func contentHash(of bytes: [UInt8], _ options: DecodingOptions) -> String {
        Fingerprint.text(of: bytes) + hashEnding(options)
    }

    /// What is read of a damaged file is another picture than none, and so is one whose colors stay in their profile.
    package static func hashEnding(_ options: DecodingOptions) -> String {
        (options.allowsTruncated ? "-truncated" : "") + (options.colorProfile == .keep ? "-profiled" : "")
    }
}
