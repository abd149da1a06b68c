extension ImageSource {
    /// The SHA-256 of the file's bytes as 64 hexadecimal digits, with a suffix if truncated files are allowed. Computed on each access.
    public var contentHash: String? {
        // With truncation allowed, a damaged file yields a different picture.
        Fingerprint.text(of: bytes) + (options.allowsTruncated ? "-truncated" : "")
    }
}
