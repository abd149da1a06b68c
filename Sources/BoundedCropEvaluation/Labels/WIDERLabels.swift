internal import BoundedCrop

/// The form of WIDER FACE (S. Yang, P. Luo, C. C. Loy and X. Tang, 2016): for each photo a line with its name, one with the number of its
/// faces, and one for each face, of which a photo without faces has one with zeros.
extension LabelFile {
    func widerPhotos(_ lines: [Line]) throws -> [LabeledPhotos.Photo] {
        var rest = lines[...]
        var photos: [LabeledPhotos.Photo] = []
        while let name = rest.popFirst() {
            guard let line = rest.popFirst() else {
                throw error("after line \(name.number), the number of faces of \(name.text) is missing")
            }
            guard let count = Int(line.text), count >= 0 else {
                throw error("line \(line.number) is not the number of faces of \(name.text), but “\(line.text.prefix(60))”")
            }
            var (faces, ignored, attributes) = ([Rect](), [Rect](), [[String: String]]())
            for index in 0..<count {
                guard let line = rest.popFirst() else {
                    throw error("\(name.text) (line \(name.number)) has \(count) faces, but the file ends after \(index)")
                }
                let numbers = try widerFace(line, of: name.text)
                // One that is too small for a box has none.
                guard let box = Rect(label: Array(numbers.prefix(4))) else { continue }
                let marks = Dictionary(uniqueKeysWithValues: zip(Self.marks, numbers.dropFirst(4)))
                if let invalid = marks["invalid"], invalid != 0 {
                    ignored.append(box)
                } else {
                    faces.append(box)
                    attributes.append(marks.filter { $0.key != "invalid" }.mapValues { Int(exactly: $0).map(String.init) ?? "\($0)" })
                }
            }
            if count == 0, let line = rest.first, let numbers = Self.numbers(line), numbers.allSatisfy({ $0 == 0 }) { rest.removeFirst() }
            photos.append(
                LabeledPhotos.Photo(file: name.text, path: folder + name.text, faces: faces, ignored: ignored, attributes: attributes)
            )
        }
        return photos
    }

    /// What the numbers behind a box say.
    private static let marks = ["blur", "expression", "illumination", "invalid", "occlusion", "pose"]

    /// The box, and unless it is alone, the marks.
    private func widerFace(_ line: Line, of file: String) throws -> [Double] {
        guard let numbers = Self.numbers(line), numbers.count == 4 || numbers.count == 10, numbers[2] >= 0, numbers[3] >= 0 else {
            throw error("line \(line.number) is not a face of \(file) (x y w h and six marks), but “\(line.text.prefix(60))”")
        }
        return numbers
    }

    /// Nil unless there are several numbers and nothing else.
    private static func numbers(_ line: Line) -> [Double]? {
        let words = line.text.split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count && numbers.count > 1 ? numbers : nil
    }
}
