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
            var faces: [Rect] = []
            for index in 0..<count {
                guard let line = rest.popFirst() else {
                    throw error("\(name.text) (line \(name.number)) has \(count) faces, but the file ends after \(index)")
                }
                if let face = try widerFace(line, of: name.text) { faces.append(face) }
            }
            if count == 0, let line = rest.first, let numbers = Self.numbers(line), numbers.allSatisfy({ $0 == 0 }) { rest.removeFirst() }
            photos.append(LabeledPhotos.Photo(file: name.text, path: folder + name.text, faces: faces))
        }
        return photos
    }

    /// Nil for a face that is marked as invalid, or as one that is too small for a box.
    private func widerFace(_ line: Line, of file: String) throws -> Rect? {
        // x, y, w, h, blur, expression, illumination, invalid, occlusion and pose.
        guard let numbers = Self.numbers(line), numbers.count == 4 || numbers.count == 10, numbers[2] >= 0, numbers[3] >= 0 else {
            throw error("line \(line.number) is not a face of \(file) (x y w h and six marks), but “\(line.text.prefix(60))”")
        }
        return numbers.count == 10 && numbers[7] != 0 ? nil : Rect(label: Array(numbers.prefix(4)))
    }

    /// Nil unless there are several numbers and nothing else.
    private static func numbers(_ line: Line) -> [Double]? {
        let words = line.text.split(whereSeparator: \.isWhitespace)
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count && numbers.count > 1 ? numbers : nil
    }
}
