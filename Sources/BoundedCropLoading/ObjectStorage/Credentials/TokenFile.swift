internal import BoundedCrop

/// A file with a token that is exchanged for keys. It is read anew each time, since whoever writes it replaces it before it expires.
enum TokenFile {
    /// Throws `noCredentials` for a file that cannot be read, without its path or its text.
    /// - Parameter variable: The variable that names the file.
    static func token(at path: String, named variable: String) throws -> String {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits(maximumBytes: 65_536), waits: false)
            return String(decoding: bytes, as: UTF8.self).trimmingSpaces()
        } catch let error as BoundedCropError {
            throw BoundedCropError(.noCredentials, "the file that \(variable) names: \(error.message)", underlying: error)
        }
    }

    /// Whether a token can be sent: one line of ASCII.
    static func isPossible(_ token: String) -> Bool { token.utf8.allSatisfy { (0x20...0x7e).contains($0) } }
}
