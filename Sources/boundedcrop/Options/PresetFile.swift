import ArgumentParser
import BoundedCrop

/// The presets that options may name: those of a file, and the standard ones.
struct PresetFile {
    private let own: [CropPreset]

    /// Reads a file; without one, there are the standard presets only. Throws a usage error for a file that is missing or wrong.
    init(_ path: String?) throws {
        guard let path else {
            own = []
            return
        }
        try LocalPath.check(path, for: "--presets")
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            own = try CropPreset.list(String(decoding: bytes, as: UTF8.self))
        } catch let error as BoundedCropError {
            throw ValidationError("--presets \(path.printable): \(error.message).")
        }
    }

    /// The sizes of presets. Throws a usage error for a name that is unknown.
    func sizes(_ names: [String]) throws -> [PixelSize] {
        do {
            return try names.map { try CropPreset.named($0, own: own).size }
        } catch let error as BoundedCropError {
            throw ValidationError("--preset: \(error.message.printable).")
        }
    }
}
