import ArgumentParser
import BoundedCrop

/// The presets that options may name: those of a file, and the standard ones.
struct PresetFile {
    private let presets: [CropPreset]

    /// Reads a file; without one, there are the standard presets only. Throws a usage error for a file that is missing or wrong.
    init(_ path: String?) throws {
        guard let path else {
            presets = CropPreset.standard
            return
        }
        try LocalPath.check(path, for: "--presets")
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            presets = try CropPreset.list(String(decoding: bytes, as: UTF8.self)) + CropPreset.standard
        } catch let error as BoundedCropError {
            throw ValidationError("--presets \(path.printable): \(error.message).")
        }
    }

    /// The sizes of presets. Throws a usage error for a name that is unknown.
    func sizes(_ names: [String]) throws -> [PixelSize] {
        try names.map { name in
            if let preset = presets.first(where: { $0.name == name }) { return preset.size }
            let known = presets.map(\.name).joined(separator: ", ")
            throw ValidationError("There is no preset “\(name.printable)”: there are \(known).")
        }
    }
}
