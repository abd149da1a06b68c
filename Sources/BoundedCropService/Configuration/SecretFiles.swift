internal import BoundedCrop

/// Files that hold secrets of a service, such as those that a supervisor provides. Each is read when the service is created, if the secret
/// itself is not set. Line breaks and spaces around the text are ignored, and an empty file sets nothing.
package struct SecretFiles: Sendable {
    /// The keys that sign URLs, separated by commas.
    package var key: String?
    /// imgproxy's keys.
    package var imgproxyKey: String?
    /// imgproxy's salts.
    package var imgproxySalt: String?
    /// The key of imgproxy's encrypted sources.
    package var imgproxySourceKey: String?
    /// Cloudinary's API secrets.
    package var cloudinarySecret: String?
    /// ImageKit's private keys.
    package var imageKitKey: String?
    /// imgix's tokens.
    package var imgixToken: String?
    /// The password of Redis servers.
    package var redisPassword: String?

    /// Creates a configuration without files.
    package init() {}
}

extension ServiceSettings {
    /// For each secret, the setting of its file.
    static let secretFiles: [ServiceSetting] = [
        file(of: "key", "the key", \.secretFiles.key),
        file(of: "imgproxy-key", "imgproxy's key", \.secretFiles.imgproxyKey),
        file(of: "imgproxy-salt", "imgproxy's salt", \.secretFiles.imgproxySalt),
        file(of: "imgproxy-source-key", "the key of imgproxy's encrypted sources", \.secretFiles.imgproxySourceKey),
        file(of: "cloudinary-secret", "Cloudinary's API secret", \.secretFiles.cloudinarySecret),
        file(of: "imagekit-key", "ImageKit's private key", \.secretFiles.imageKitKey),
        file(of: "imgix-token", "imgix's token", \.secretFiles.imgixToken),
        file(of: "redis-password", "the password of Redis servers", \.secretFiles.redisPassword),
    ]

    private static func file(of secret: String, _ words: String, _ path: ServiceSetting.Path<String?>) -> ServiceSetting {
        .init(fileName(of: secret), "A file with \(words).", .optional(.text("file")), path)
    }

    private static func fileName(of secret: String) -> String { secret + "-file" }

    /// Reads the secrets that have a file and are not set.
    ///
    /// - Throws: The error of reading the file, or `invalidSetting`, naming the file.
    package static func readSecretFiles(into configuration: inout ServiceConfiguration) throws {
        for secret in all where secret.isSecret && secret.text(configuration).isEmpty {
            let name = fileName(of: secret.name)
            guard let file = secretFiles.first(where: { $0.name == name })?.text(configuration), !file.isEmpty else { continue }
            do {
                let text = String(decoding: try FileReader.bytes(ofFile: file, limits: ImageLimits()), as: UTF8.self)
                try secret.set(&configuration, text.withoutByteOrderMark().trimmingSpaces())
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "\(name) \(file): \(error.message)", underlying: error)
            }
        }
    }
}
