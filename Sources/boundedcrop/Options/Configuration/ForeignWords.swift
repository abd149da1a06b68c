import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// Words that people know from other tools, and what they are here.
enum ForeignWords {
    private static let size = "say --size 300x200, or 300x or x200 for one side"
    private static let output = "say --output with a folder, a file or a template"
    private static let position = "a crop is where the faces are; without any, --fallback center takes the middle"
    private static let face = "faces are found without an option; --scheme and --keep say which ones count"

    /// What to say instead, by options of other tools.
    private static let options: [String: String] = [
        "width": size, "height": size, "w": size, "h": size, "crop-size": size, "resize": size, "thumbnail": size, "geometry": size,
        "dimensions": size, "max-width": size, "max-height": size, "extent": size,
        "ratio": "say --aspect 16:9", "aspect-ratio": "say --aspect 16:9",
        "gravity": position, "position": position, "anchor": position, "strategy": position, "smart": position, "smartcrop": position,
        "face": face, "faces": face, "face-detection": face, "detect-faces": face,
        "facePercent": "say --zoom 0.5, the share of the crop that the faces take", "margin": "say --padding 20%",
        "out": output, "outdir": output, "out-dir": output, "output-dir": output, "output-folder": output, "output-path": output,
        "dest": output, "destination": output, "o-dir": output, "suffix": output,
        "input": "name files and folders without an option", "input-dir": "name files and folders without an option",
        "i": "name files and folders without an option", "force": "say --overwrite", "f": "say --overwrite", "recurse": "say --recursive",
        "threads": "say --jobs 4", "workers": "say --jobs 4", "parallel": "say --jobs 4", "type": "say --format webp",
        "extension": "say --format webp", "ext": "say --format webp", "strip": "say --strip-all", "bg": "say --background white",
        "background-color": "say --background white", "skip": "say --skip-existing", "autorotate": "say --auto-rotate",
        "density": "say --dpi 300", "ppi": "say --dpi 300", "resolution": "say --dpi 300",
        "passport": "say --document schengen, or another authority",
        "threshold": "say --min-confidence 60%", "confidence": "say --min-confidence 60%",
        "blur-faces": "say boundedcrop effects --redact blur", "anonymize": "say boundedcrop effects --redact blur",
        "pixelate": "say boundedcrop effects --redact pixelate",
    ]

    /// What the parser says, with what to say instead of an option that it does not know.
    static func advised(_ message: String) -> String {
        guard let match = message.firstMatch(of: /^Unknown option '(--?)([A-Za-z-]+)/), let advice = options[String(match.2)] else {
            return message
        }
        return "There is no option \(match.1)\(match.2): \(advice)."
    }

    /// Throws a usage error for a size in several words, such as `--size 300 x 200`, of which the last ones would be read as files.
    static func check(_ line: [String]) throws {
        for (index, word) in line.enumerated() where word == "--size" {
            let words = line[(index + 1)...].prefix(3)
            guard words.count > 2, let width = words.first, let height = words.last, ["x", "X", "×", "*", "by"].contains(words[index + 2])
            else { continue }
            throw ValidationError("A size is one word: --size \(width.printable)x\(height.printable).")
        }
    }
}

/// A size as people type it.
enum TypedSize {
    /// The size with one `x`: `300×200` and `300 x 200` are `300x200`.
    static func normalized(_ text: String) -> String {
        let sides = text.lowercased().replacing("×", with: "x").split(separator: "x", omittingEmptySubsequences: false)
        return sides.map { $0.trimmingSpaces() }.joined(separator: "x")
    }

    /// What to say of a text that is a shape, not a size; nil for others.
    static func advice(_ text: String) -> String? {
        guard text.contains(":") || text.contains("/") else { return nil }
        return (try? WantedShape.aspect(text)).map { "“\(text)” is a shape: say --aspect \($0)." }
    }

    /// Parses a size. Throws `invalidArgument`, or a usage error for a shape.
    static func shape(_ text: String) throws -> AskedShape {
        if let advice = advice(text) { throw ValidationError(advice) }
        return try AskedShape.size(normalized(text))
    }

    /// What to say of a size that is read as pixels, but has the numbers of a shape; nil for others.
    static func note(_ size: PixelSize) -> String? {
        let shapes: Set = ["5x4", "4x5", "4x3", "3x4", "3x2", "2x3", "16x9", "9x16", "16x10", "21x9", "9x21", "7x5", "5x7", "2x1", "1x2"]
        guard shapes.contains(size.description) else { return nil }
        return "\(size) is a size in pixels: for that shape, say --aspect \(size.width):\(size.height)"
    }
}
