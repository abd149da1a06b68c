extension CropPreset {
    /// Parses a preset of one's own, such as `banner = 1200x400`.
    ///
    /// - Throws: ``BoundedCropError`` of kind `invalidArgument` for anything else.
    public init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard parts.count == 2, let size = PixelSize(parts[1]) else {
            throw BoundedCropError(.invalidArgument, "“\(text)” is no preset: write a name and a size, such as banner = 1200x400")
        }
        try self.init(name: parts[0], size: size)
    }

    /// Parses presets of one's own, one per line. Empty lines and lines that begin with `#` are comments.
    ///
    /// - Throws: ``BoundedCropError`` of kind `invalidArgument` that names the line, for a line that is no preset or a name that occurs twice.
    public static func list(_ text: String) throws -> [CropPreset] {
        var presets: [CropPreset] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingSpaces()
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do {
                let preset = try CropPreset(line)
                guard !presets.contains(where: { $0.name == preset.name }) else {
                    throw BoundedCropError(.invalidArgument, "the preset \(preset.name) occurs twice")
                }
                presets.append(preset)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "line \(index + 1): \(error.message)")
            }
        }
        return presets
    }
}
