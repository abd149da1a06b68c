internal import BoundedCrop

/// Lines of a file's name, the numbers of one of its faces, and the kind of the photo, with commas between them.
extension LabelFile {
    func csvPhotos(_ lines: [Line]) throws -> [LabeledPhotos.Photo] {
        let columns: [String] = ["file", "x", "y", "width", "height", "kind"]
        var order: [String] = []
        var faces: [String: [Rect]] = [:]
        var kinds: [String: (kind: String, line: Int)] = [:]
        let names = try lines.first.map { try parts(of: $0).map { $0.lowercased() } }
        let hasHeader = names == columns || names == Array(columns.dropLast())
        for line in lines.dropFirst(hasHeader ? 1 : 0) {
            let fields = try parts(of: line)
            guard 5...6 ~= fields.count, let file = fields.first, !file.isEmpty else {
                throw error("line \(line.number) is not file,x,y,width,height or file,x,y,width,height,kind: “\(line.text.prefix(80))”")
            }
            if faces[file] == nil {
                order.append(file)
                faces[file] = []
            }
            let texts = fields[1..<5]
            if !texts.allSatisfy(\.isEmpty) {
                guard let face = Rect(label: texts.compactMap { Double($0) }) else {
                    let numbers = texts.joined(separator: ",")
                    throw error("line \(line.number): a face of \(file) is not x,y,width,height with an area: “\(numbers.prefix(80))”")
                }
                faces[file]?.append(face)
            }
            guard fields.count == 6, !fields[5].isEmpty else { continue }
            try check(kind: fields[5], of: "\(file) in line \(line.number)")
            if let known = kinds[file], known.kind != fields[5] {
                throw error("line \(line.number): \(file) has the kind “\(fields[5])”, but “\(known.kind)” in line \(known.line)")
            }
            kinds[file] = kinds[file] ?? (fields[5], line.number)
        }
        return order.map { file in
            LabeledPhotos.Photo(file: file, path: folder + file, faces: faces[file] ?? [], kind: kinds[file]?.kind)
        }
    }

    /// The fields of a line. One that has commas is in quotes, in which a quote stands twice.
    private func parts(of line: Line) throws -> [String] {
        var parts: [String] = []
        var rest = line.text[...]
        while true {
            var field = ""
            if rest.first == "\"" {
                rest.removeFirst()
                var isDoubled = false
                repeat {
                    guard let end = rest.firstIndex(of: "\"") else { throw unclosed(line) }
                    field += (isDoubled ? "\"" : "") + rest[..<end]
                    rest = rest[end...].dropFirst()
                    isDoubled = rest.first == "\""
                    if isDoubled { rest.removeFirst() }
                } while isDoubled
                guard rest.isEmpty || rest.first == "," else { throw unclosed(line) }
            } else {
                let end = rest.firstIndex(of: ",") ?? rest.endIndex
                field = rest[..<end].trimmed
                rest = rest[end...]
            }
            parts.append(field)
            guard rest.popFirst() != nil else { return parts }
        }
    }

    private func unclosed(_ line: Line) -> BoundedCropError {
        error("line \(line.number) has a quote that does not end before a comma or the end of the line: “\(line.text.prefix(80))”")
    }
}
