extension ImageSource {
    /// The SHA-256 of the file's bytes in 64 hexadecimal digits, with the options that change the pixels; computed anew each time it is asked for.
    public var contentHash: String? {
        // What is read of a damaged file is another picture than none, and so is one whose colors stay in their profile.
        file.fingerprint + (options.allowsTruncated ? "-truncated" : "") + (options.colorProfile == .keep ? "-profiled" : "")
    }
}
