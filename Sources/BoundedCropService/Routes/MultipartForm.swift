internal import BoundedCrop

/// A form with files (RFC 7578), as curl and browsers send it.
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        let isFile: Bool
        let content: ArraySlice<UInt8>

        /// Whether somebody may expect that it changes the answer.
        fileprivate var asksForSomething: Bool {
            CropParameters.names.contains(name.lowercased())
                || HidingWords.mayAskToHide("\(name)=\(String(decoding: content.prefix(1000), as: UTF8.self))")
        }
    }

    let parts: [Part]

    private static let mostParts = 100
    /// The maximum number of bytes before a part's content.
    private static let longestHead = 16_384

    /// Whether a body of this type is a form.
    static func isMeant(by type: String) -> Bool { HeaderValue(type).value == "multipart/form-data" }

    /// Reads a body in one pass.
    ///
    /// - Throws: `malformedRequest` for a body that is not a form.
    init(_ body: [UInt8], type: String) throws {
        guard let boundary = HeaderValue(type).parameters["boundary"], !boundary.isEmpty else {
            throw Self.wrong("the form's type names no boundary")
        }
        let mark = Array("\r\n--\(boundary)".utf8)
        // The first mark may be at the very beginning.
        var (rest, isLast) = (body[...], false)
        if let end = Self.end(of: mark.dropFirst(2), startingAt: rest) {
            (rest, isLast) = end
        } else {
            (_, rest, isLast) = try Self.split(rest, at: mark)
        }
        var parts: [Part] = []
        while !isLast {
            guard parts.count < Self.mostParts else { throw Self.wrong("the form has more than \(Self.mostParts) parts") }
            let content: ArraySlice<UInt8>
            (content, rest, isLast) = try Self.split(rest, at: mark)
            parts.append(try Self.part(content))
        }
        self.parts = parts
    }

    /// The first file of a form.
    ///
    /// - Throws: `malformedRequest` for a form without files, and for one with a field that is an option or may ask to hide something: fields
    ///   are not read. Others, as browsers send them, mean nothing here.
    func file() throws -> ArraySlice<UInt8> {
        if let field = parts.first(where: { !$0.isFile && $0.asksForSomething }) {
            throw Self.wrong(
                "“\(field.name.prefix(40))” in the form is not a file: send files as curl -F file=@photo.jpg does, options in the query"
            )
        }
        guard let file = parts.first(where: \.isFile) else { throw Self.wrong("the form has no file") }
        return file.content
    }

    /// The contents of a form that has these parts, each once and in any order.
    ///
    /// - Throws: `malformedRequest` for any other form.
    func contents(of names: [String]) throws -> [ArraySlice<UInt8>] {
        if let other = parts.first(where: { !names.contains($0.name) }) {
            throw Self.wrong("there is no “\(other.name.prefix(40))”: the parts of the form are \(names.joined(separator: ", "))")
        }
        return try names.map { name in
            let found = parts.filter { $0.name == name }
            guard found.count == 1 else { throw Self.wrong("the form has \(found.isEmpty ? "no part" : "several parts") “\(name)”") }
            return found[0].content
        }
    }

    /// What is before and after the next mark.
    private static func split(
        _ bytes: ArraySlice<UInt8>,
        at mark: [UInt8]
    ) throws -> (before: ArraySlice<UInt8>, after: ArraySlice<UInt8>, isLast: Bool) {
        var rest = bytes
        while let start = rest.firstIndex(of: mark[0]) {
            if let (after, isLast) = end(of: mark[...], startingAt: rest[start...]) { return (bytes[..<start], after, isLast) }
            rest = rest[(start + 1)...]
        }
        throw wrong("the body is not a whole form of the type multipart/form-data")
    }

    /// What follows a mark, and whether it is the last one; nil for bytes that begin with something else.
    private static func end(of mark: ArraySlice<UInt8>, startingAt bytes: ArraySlice<UInt8>) -> (after: ArraySlice<UInt8>, isLast: Bool)? {
        guard bytes.starts(with: mark) else { return nil }
        let after = bytes.dropFirst(mark.count)
        if after.starts(with: Array("--".utf8)) { return (after, true) }
        let line = after.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return line.starts(with: Array("\r\n".utf8)) ? (line.dropFirst(2), false) : nil
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws -> Part {
        let (head, gap) = (bytes.prefix(longestHead), Array("\r\n\r\n".utf8))
        guard let end = head.indices.first(where: { head[$0...].starts(with: gap) }) else {
            throw wrong("a part of the form has no head of up to \(longestHead) bytes")
        }
        let lines = String(decoding: head[..<end], as: UTF8.self).split(separator: "\r\n")
        let field = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
        let described = HeaderValue(field?.drop { $0 != ":" }.dropFirst() ?? "")
        guard described.value == "form-data", let name = described.parameters["name"] else {
            throw wrong("a part of the form has no name")
        }
        let isFile = described.parameters["filename"] ?? described.parameters["filename*"] != nil
        return Part(name: name, isFile: isFile, content: bytes[(end + 4)...])
    }

    private static func wrong(_ message: String) -> BoundedCropError { BoundedCropError(.malformedRequest, message) }
}

/// The value of a header field with parameters, such as `form-data; name="a"` (RFC 9110, 5.6.6).
private struct HeaderValue {
    /// In lower case.
    let value: String
    /// The first of each name, which is in lower case.
    let parameters: [String: String]

    init(_ text: some StringProtocol) {
        var pieces = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in text.unicodeScalars {
            switch character {
            case "\\" where isQuoted && !isEscaped:
                isEscaped = true
                continue
            case "\"" where !isEscaped: isQuoted.toggle()
            case ";" where !isQuoted: pieces.append("")
            default: pieces[pieces.count - 1].unicodeScalars.append(character)
            }
            isEscaped = false
        }
        value = pieces[0].trimmingSpaces().lowercased()
        let pairs = pieces.dropFirst().map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        parameters = Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0].trimmingSpaces().lowercased(), $0[1].trimmingSpaces()) }) {
            first,
            _ in first
        }
    }
}
