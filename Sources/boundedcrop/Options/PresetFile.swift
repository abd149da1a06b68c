import BoundedCrop

/// The presets that options may name: those of a file, and the standard ones.
struct PresetFile {
    /// More names than these are not listed in a message.
    private static let longestList = 100

    /// Each once, those of the file first.
    private let names: [String]
    private let sizes: [String: PixelSize]

    /// Reads a file; without one, there are the standard presets only. Throws `invalidArgument` for a file that is missing or wrong.
    init(_ path: String?) throws {
        let own = try path.map(Self.presets) ?? []
        names = CropPreset.names(own: own)
        sizes = Dictionary((own + CropPreset.standard).map { ($0.name, $0.size) }) { first, _ in first }
    }

    /// The sizes of presets. Throws `invalidArgument` for a name that is unknown or empty.
    func sizes(_ names: [String]) throws -> [PixelSize] { try names.map(size) }

    private func size(_ name: String) throws -> PixelSize {
        if let size = sizes[name] { return size }
        let list = names.listed(Self.longestList)
        if name.isEmpty { throw BoundedCropError(.invalidArgument, "this is empty: name one of \(list)") }
        let guess = EditDistance.nearest(to: name.lowercased(), among: names).map { "; did you mean “\($0)”?" } ?? "."
        throw BoundedCropError(.invalidArgument, "there is no “\(name.printable)”\(guess) There are \(list)")
    }

    private static func presets(_ path: String) throws -> [CropPreset] {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
            return try CropPreset.list(String(decoding: bytes, as: UTF8.self))
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidArgument, "\(path.printable): \(error.message)", underlying: error)
        }
    }
}
