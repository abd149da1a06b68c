internal import BoundedCrop

/// A file with labels, of a form that is told by its content.
struct LabelFile {
    let path: String
    let bytes: [UInt8]
    /// What the photos' names are relative to; empty for the current folder, otherwise with a slash at its end.
    let folder: String

    /// The photos in the order of the file. Throws `invalidArgument`.
    func photos() throws -> [LabeledPhotos.Photo] {
        // What is no text, such as a photo, should not be read as lines.
        guard !bytes.contains(0) else { throw unknown() }
        return switch text.utf8.first(where: { !$0.isSpace }) {
        case UInt8(ascii: "["): try manifestPhotos()
        case UInt8(ascii: "{"): try cocoPhotos()
        default: try photosOfLines()
        }
    }

    private func photosOfLines() throws -> [LabeledPhotos.Photo] {
        let lines = lines
        guard let first = lines.first else { throw unknown() }
        if lines.count > 1, Int(lines[1].text) != nil { return try widerPhotos(lines) }
        if first.text.contains(",") { return try csvPhotos(lines) }
        throw unknown()
    }

    /// Without a byte order mark.
    var text: String {
        String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    }

    struct Line {
        /// From 1 on.
        let number: Int
        let text: String
    }

    /// Those that are not empty, without spaces at their ends.
    private var lines: [Line] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { Line(number: $0.offset + 1, text: $0.element.trimmed) }
            .filter { !$0.text.isEmpty }
    }

    /// An error in one place of the file.
    func error(_ message: String, underlying: (any Error)? = nil) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "\(path): \(message)", underlying: underlying)
    }

    /// - Parameter reason: Why it is not of the form that it seems to have.
    func unknown(_ reason: String? = nil, underlying: (any Error)? = nil) -> BoundedCropError {
        let form = "[{\"file\": \"a.jpg\", \"faces\": [[x, y, width, height]]}]"
        let others = "and no labels in the form of COCO, WIDER FACE or lines of file,x,y,width,height"
        return BoundedCropError(
            .invalidArgument,
            "\(path) is not a manifest of the form \(form), \(others)\(reason.map { ": \($0)" } ?? "")",
            underlying: underlying
        )
    }

    /// Throws unless the kind can stand in a table.
    func check(kind: String, of file: String) throws {
        guard kind.isEmpty || kind.contains(where: { $0 == "|" || $0.isNewline }) else { return }
        throw error("the kind of \(file) is empty or has a | or a line break in it")
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
