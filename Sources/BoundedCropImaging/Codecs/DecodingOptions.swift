/// How files are read.
public struct DecodingOptions: Hashable, Sendable {
    /// What to do with colors if the file has an ICC profile.
    public enum ColorProfile: Hashable, Sendable {
        /// Pixels are converted to sRGB. The profile of a CMYK or gray picture is always applied in this way.
        case convertToSRGB
        /// Pixels stay as stored, and the profile is written with the output.
        case keep
    }

    /// The size limits of a file. Larger ones throw `limitExceeded` before memory for pixels is allocated.
    public var limits = ImageLimits()
    /// What to do with colors if the file has an ICC profile; they are converted to sRGB by default.
    public var colorProfile = ColorProfile.convertToSRGB
    /// Whether to return what can be read of a damaged or truncated file, gray or transparent elsewhere, instead of throwing an error.
    public var allowsTruncated = false
    /// The processes that read files for this one; nil reads them in this process.
    package var decoders: DecoderPool?

    /// Creates the default options: the default limits, colors converted to sRGB, an error for a damaged file.
    public init() {}
}
