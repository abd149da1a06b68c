extension ImageSource {
    /// The SHA-256 of the file's bytes in 64 hexadecimal digits, computed anew each time it is asked for.
    public var contentHash: String? {
        // What is read of a damaged file is another picture than none.
        Fingerprint.text(of: bytes) + (options.allowsTruncated ? "-truncated" : "")
    }
}
