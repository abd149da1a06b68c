extension CropPreset {
    /// Parses a preset of one's own, such as `banner = 1200x400`.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` for anything else.
    public init(_ text: String) throws {
        let lines = SettingLine.lines(of: text)
        guard lines.count == 1 else { throw Self.failure(text) }
        try self.init(lines[0])
    }

    /// Parses presets of one's own, one per line. Empty lines and lines that begin with `#` are comments.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` that names the line, for a line that is no preset or a name that occurs twice.
    public static func list(_ text: String) throws -> [CropPreset] {
        var presets: [CropPreset] = []
        var names: Set<String> = []
        for line in SettingLine.lines(of: text) {
            do {
                let preset = try CropPreset(line)
                guard names.insert(preset.name).inserted else {
                    throw BoundedCropError(.invalidArgument, "the preset \(preset.name) occurs twice")
                }
                presets.append(preset)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "line \(line.number): \(error.message)")
            }
        }
        return presets
    }

    private init(_ line: SettingLine) throws {
        guard let size = line.value.flatMap({ PixelSize($0) }) else {
            throw Self.failure(line.name + (line.value.map { " = \($0)" } ?? ""))
        }
        try self.init(name: line.name, size: size)
    }

    private static func failure(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(text)” is no preset: write a name and a size, such as banner = 1200x400")
    }
}
