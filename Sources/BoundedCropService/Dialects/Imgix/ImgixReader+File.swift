internal import BoundedCrop

/// The output file: `fm`, `auto`, `q`, `cs`, `dl` and `expires`.
extension ImgixReader {
    mutating func readFile() throws {
        let automatic = parameters.list("auto")
        for value in automatic where !["format", "compress"].contains(value) { parameters.ignore("auto", "auto=\(value)") }
        let quality = try parameters.integer("q", in: 0...100)
        if let quality = quality ?? (automatic.contains("compress") ? 45 : nil) { file.append(FilterCall("quality", String(quality))) }
        let format = try readFormat()
        if try parameters.flag("lossless") == true, format != "png" { parameters.ignore("lossless") }
        if parameters.word("frame", of: ["1"]) != nil { file.append(FilterCall("still")) }
        if automatic.contains("compress") { file.append(FilterCall("strip_exif")) }
        if parameters.word("cs", of: ["srgb", "tinysrgb", "strip"]) != nil { file.append(FilterCall("strip_icc")) }
        try readDownload()
        if let time = try parameters.integer("expires", in: 0...OutputFilters.latestExpiry) {
            file.append(FilterCall("expires", String(time)))
        }
    }

    /// Returns the format of the file, if one is named.
    private mutating func readFormat() throws -> String? {
        let showsFaces = parameters.take("faces").map { $0 != "0" && $0 != "" } ?? false
        guard let name = parameters.text("fm") else { return nil }
        if name == "json" {
            url.isMeta = true
            if showsFaces { url.isSmart = true }
            return nil
        }
        let formats = ["jpg": "jpeg", "jpeg": "jpeg", "pjpg": "jpeg", "png": "png", "png8": "png", "png32": "png"]
        guard let format = formats[name] ?? (["webp", "avif", "gif"].contains(name) ? name : nil) else {
            parameters.ignore("fm")
            return nil
        }
        file.append(FilterCall("format", format))
        return format
    }

    /// `dl=NAME`, or `dl` alone for the picture's own name. The service adds the extension of the file that it makes.
    private mutating func readDownload() throws {
        guard let text = parameters.take("dl") else { return }
        file.append(FilterCall("attachment"))
        guard !text.isEmpty else { return }
        let dot = text.lastIndex(of: ".").flatMap { text.distance(from: $0, to: text.endIndex) <= 5 ? $0 : nil }
        let name = dot.map { String(text[..<$0]) } ?? text
        guard !name.isEmpty, name.utf8.count <= 200, name == name.trimmingSpaces(),
            !name.utf8.contains(where: { ",()[]/\\\"".utf8.contains($0) })
        else {
            throw ImgixParameters.failure("dl", text, "a file's name of at most 200 bytes without commas, slashes, quotes and brackets")
        }
        file.append(FilterCall("filename", name))
    }
}
