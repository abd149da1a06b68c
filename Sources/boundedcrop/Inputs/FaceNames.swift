import BoundedCrop
import BoundedCropRendering

/// The names of the faces of one picture, in their order, from the lines of a text file.
struct FaceNames {
    let names: [String]

    /// - Throws: `invalidArgument` for a file that cannot be read or is no text, one without names, an empty line before a name, and two names
    ///   that are the same in the names of files.
    init(_ path: String) throws {
        func wrong(_ text: String) -> BoundedCropError { BoundedCropError(.invalidArgument, "\(path.printable): \(text)") }
        let bytes: [UInt8]
        do { bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits()) } catch let error as BoundedCropError {
            throw wrong(error.message)
        }
        var (names, lines): ([String], [String: Int]) = ([], [:])
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw wrong("the file is not UTF-8 text") }
        let all = text.withoutByteOrderMark().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let listed = all.prefix((all.lastIndex { !$0.trimmingSpaces().isEmpty } ?? -1) + 1)
        for (index, line) in listed.enumerated() {
            let name = line.trimmingSpaces()
            if name.isEmpty { throw wrong("line \(index + 1) is empty, but each line is for a face: write a name there, such as a number") }
            let fileName = Self.fileName(name)
            if fileName.isEmpty { throw wrong("line \(index + 1), “\(name.printable)”, is no name of a file") }
            if let other = lines.updateValue(index + 1, forKey: fileName) {
                throw wrong("lines \(other) and \(index + 1) are both “\(fileName.printable)”, and files are named after them")
            }
            names.append(name)
        }
        if names.isEmpty { throw wrong("there are no names in it, one on each line") }
        self.names = names
    }

    /// A name as that of a file.
    static func fileName(_ name: String) -> String { PictureEntry.safe(Array(name.utf8)) }

    /// A crop with the name of its face.
    ///
    /// - Throws: `invalidArgument` if there are fewer names than faces.
    func named(_ planned: RenderJob.Planned) throws -> RenderJob.Planned {
        guard let face = planned.face, face.number > 0 else { return planned }
        guard face.count <= names.count else {
            throw BoundedCropError(
                .invalidArgument,
                "there are names for \(names.count) of \(face.count) faces: add names, or say with --max-faces or --min-face which faces count"
            )
        }
        var planned = planned
        planned.face?.name = names[face.number - 1]
        return planned
    }

    /// What to say if there are more names than faces.
    func note(about face: NumberedFace) -> String? {
        let rest = names.dropFirst(face.count)
        guard let first = rest.first else { return nil }
        let (names, faces) = (self.names.count, face.count)
        return "there are \(names) names for \(faces) face\(faces == 1 ? "" : "s"): those from “\(first.printable)” on are not used"
    }
}
