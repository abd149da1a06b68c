/// The settings of single grammars.
package struct DialectSettings: Sendable {
    /// The tokens of imgix's grammar: the first one signs, and all verify. With any, unsigned URLs are only answered if that is allowed
    /// explicitly. A token must not be empty or only white space.
    package var imgixTokens: [String] = []
    /// imgproxy's keys in hexadecimal, each with the salt of the same place; the first pair signs, and all verify.
    package var imgproxyKeys: [String] = []
    /// imgproxy's salts in hexadecimal, one for each key.
    package var imgproxySalts: [String] = []
    /// The bytes of imgproxy's signatures, 1...32; fewer than 32 are the first ones of the hash.
    package var imgproxySignatureSize = 32
    /// imgproxy's presets, each as `name=option/option`. The one named `default` is part of every URL.
    package var imgproxyPresets: [String] = []
    /// The picture of imgproxy's watermarks, by URL or name; nil for none.
    package var imgproxyWatermark: String?
    /// What comes before all sources of imgproxy's URLs, such as `https://example.com/images`; empty for nothing.
    package var imgproxyBaseURL = ""
    /// Whether imgproxy's URLs have names of presets in the place of options.
    package var imgproxyUsesOnlyPresets = false
    /// What stands between an option and its arguments in imgproxy's URLs and presets.
    package var imgproxySeparator = ":"
    /// The key of encrypted sources in imgproxy's URLs, in hexadecimal: 16, 24 or 32 bytes; empty for none.
    package var imgproxySourceKey = ""
    /// The API secrets that sign Cloudinary's URLs; the first one signs. Without one, its URLs cannot be signed.
    package var cloudinarySecrets: [String] = []
    /// Cloudinary's named transformations, each as `name=component/component`.
    package var cloudinaryTransformations: [String] = []
    /// The private keys that sign ImageKit's URLs; the first one signs. Without one, its URLs cannot be signed.
    package var imageKitKeys: [String] = []
    /// ImageKit's named transformations, each as `name=step:step`.
    package var imageKitTransformations: [String] = []
    /// The name of the ImageKit account, which may be the first component of paths; empty for none.
    package var imageKitID = ""
    /// The service's URL as clients see it, such as `https://images.example.org`, for documents that name it; nil takes it from each
    /// request. A slash at its end is removed.
    package var publicURL: String?

    /// Creates the defaults: no keys.
    package init() {}
}
