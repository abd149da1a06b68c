/// How files are read.
public struct DecodingOptions: Hashable, Sendable {
    /// What happens to colours when the file carries an ICC profile.
    public enum ColorProfile: Hashable, Sendable {
        /// Pixels become sRGB. The profile of a CMYK or gray picture is always used up in this way.
        case convertToSRGB
        /// Pixels stay as they are stored, and the profile is written with the output.
        case keep
    }

    /// How large a file may be. Larger ones throw `limitExceeded` before memory for pixels is taken.
    public var limits = ImageLimits()
    /// What happens to colours that come with an ICC profile; they become sRGB by default.
    public var colorProfile = ColorProfile.convertToSRGB
    /// Whether a damaged or truncated file gives what could be read of it, gray or transparent where it could not, instead of an error.
    public var allowsTruncated = false
    /// Processes that read files for this one; nil reads them here.
    package var decoders: DecoderPool?

    /// The defaults: the usual limits, colours as sRGB, an error for a damaged file.
    public init() {}
}
