package import BoundedCrop
internal import BoundedCropEffects

/// Files of corrections that are edited.
extension Corrections {
    /// A correction of one picture: its shape, if it is for one alone, and what it says.
    package struct Entry: Codable, Hashable, Sendable {
        /// Such as `16:9`; nil for all shapes.
        package let aspect: String?
        /// The members besides those that name the picture and the shape.
        package let words: [String: JSONNode]

        package init(aspect: String?, words: [String: JSONNode]) { (self.aspect, self.words) = (aspect, words) }

        package var isGood: Bool { words == [good: true] || !words.isEmpty && words.values.allSatisfy { $0 == .list([]) } }
    }

    /// What corrections are about. Who edits one leaves the other as it is.
    package enum Subject: Sendable, CaseIterable {
        case crops, redactions
    }

    /// A picture of which corrections are edited.
    package struct Edited: Sendable {
        /// Where corrections look for it; the last path is what a picture that they do not know is called.
        package let names: [Picture]
        /// The SHA-256 of its bytes, by which it is found again under another name; nil if that is not known.
        package let content: String?
        /// Its size; nil if that is not known.
        package let size: PixelSize?
        /// Which of its corrections are edited.
        package var subject: Subject

        package init(names: [Picture], content: String?, size: PixelSize?, subject: Subject = .crops) {
            (self.names, self.content, self.size, self.subject) = (names, content, size, subject)
        }
    }

    private func concerns(_ correction: Correction, _ picture: Edited) -> Bool { isOwn(correction, of: picture.names) }

    /// What counts of the corrections of a picture, in the order in which it is applied and in the picture's pixels. Those that do not fit it
    /// are left out, and so is what was shown in other bytes.
    package func entries(of picture: Edited) -> [Entry] {
        let found = picture.names.flatMap {
            (counting[$0] ?? []).filter { $0.subject == picture.subject && $0.isOwn }
                .sorted { ($0.aspect?.description ?? "") < ($1.aspect?.description ?? "") }
        }
        return (found.filter { $0.aspect == nil } + found.filter { $0.aspect != nil }).compactMap { correction in
            guard let fitted = try? picture.size.map(correction.fitted) ?? correction else { return nil }
            var words = fitted.editedWords
            if let redaction = correction.redaction, correction.noting(picture.content).isOfOtherContent {
                guard !redaction.hide.isEmpty else { return nil }
                words[Self.show] = nil
            }
            return Entry(aspect: correction.aspect?.description, words: words)
        }
    }

    /// Replaces all corrections of a picture, or of its redactions, also of those that do not fit it.
    ///
    /// - Parameters:
    ///   - picture: The picture. Corrections keep the name that it had, but for a file that is not there any more.
    ///   - entries: Its corrections; none for a picture that is cropped as all others.
    /// - Throws: `invalidArgument` for a correction that makes no sense, is about something else, or is nowhere in the picture, and for more than
    ///   a picture may have.
    package mutating func replace(_ picture: Edited, with entries: [Entry]) throws {
        try Self.checkCounts(entries)
        let known = all.last { concerns($0, picture) }
        let path = known?.names.first { !$0.isContent && picture.names.contains(place(of: $0)) } ?? picture.names.last { !$0.isContent }
        // What somebody named by its content alone stays so.
        let isContentOnly = known?.names.allSatisfy(\.isContent) ?? false
        let lines = try entries.map { entry in
            var members = entry.words
            if !isContentOnly, case .file(let file) = path { members["file"] = .text(file) }
            members["sha256"] = picture.content.map { .text($0) } ?? known?.content.map { .text($0) }
            members["aspect"] = entry.aspect.map { .text($0) }
            let wordsInPixels = Self.placeWords.union([RequestOption.padding.jsonName, Self.hide, Self.show])
            if let size = picture.size, !wordsInPixels.isDisjoint(with: members.keys) { members["size"] = .text("\(size)") }
            return try JSONText.text(members)
        }
        let added = try Self.corrections(in: lines.joined(separator: "\n"), isList: false)
        if let other = added.first(where: { $0.subject != picture.subject }) {
            throw BoundedCropError(.invalidArgument, "“\(other.words.first ?? Self.good)” is not corrected here")
        }
        if let size = picture.size { for correction in added { _ = try correction.fitted(to: size) } }
        all = all.filter { $0.subject != picture.subject || !concerns($0, picture) } + added
    }

    /// Throws `invalidArgument` for more corrections of a picture, or places in one of them, than there may be.
    package static func checkCounts(_ entries: [Entry]) throws {
        guard entries.count <= mostPlaces else {
            throw BoundedCropError(.invalidArgument, "these are \(entries.count) corrections: a picture has at most \(mostPlaces)")
        }
        for (word, value) in entries.lazy.flatMap(\.words) {
            if case .list(let list) = value { try checkCount(list, word) }
        }
    }

    /// Gives the corrections of one picture to another. What is hidden and shown there already stays so.
    ///
    /// - Parameter old: A name of the former picture.
    /// - Throws: `invalidArgument` if there are none of that picture, none that fits the other one, or one that hides something, and does not fit.
    package mutating func attach(_ old: Picture, to picture: Edited) throws {
        let old = place(of: old)
        if let size = picture.size {
            for correction in counting[old] ?? [] where correction.redaction != nil { _ = try correction.fitted(to: size) }
        }
        var isAttached = false
        for subject in Subject.allCases {
            let entries = entries(of: Edited(names: [old], content: nil, size: picture.size, subject: subject))
            guard !entries.isEmpty else { continue }
            var picture = picture
            picture.subject = subject
            let own = subject == .redactions ? self.entries(of: picture) : []
            all = all.filter { $0.subject != subject || !$0.names.contains { place(of: $0) == old } }
            try replace(picture, with: own + entries)
            isAttached = true
        }
        guard isAttached else {
            let size = picture.size.map { " of \($0)" } ?? ""
            throw BoundedCropError(.invalidArgument, "there is no correction of \(old) that fits this picture\(size)")
        }
    }

    /// The file: lines, or a list if it was one.
    package var text: String {
        get throws {
            let lines = try all.map { try $0.line ?? JSONText.text($0.members) }
            if isList { return "[\n" + lines.joined(separator: ",\n") + "\n]\n" }
            return lines.map { $0 + "\n" }.joined()
        }
    }

    /// Changes a file, which need not exist. Of several programs and machines that do so at once, one comes after the other, so that nothing
    /// of what the others say is lost. Blocks.
    ///
    /// - Parameter followsLinks: Whether the file that a link names is changed; otherwise a link is an error.
    /// - Throws: What the change throws, which then has no effect; `unreadableFile` and `unwritableFile`; and as `init` does, with the path.
    package static func change(
        _ path: String,
        followsLinks: Bool = true,
        _ change: (inout Corrections) throws -> Void
    ) throws {
        try AtomicFile.change(path, followsLinks: followsLinks) { bytes in
            do {
                var document = try Corrections(bytes: bytes)
                try change(&document)
                return Array(try document.text.utf8)
            } catch let error as BoundedCropError where error.code == .invalidArgument {
                throw BoundedCropError(error.code, "\(path): \(error.message)", underlying: error.underlying)
            }
        }
    }
}

extension Corrections.Correction {
    fileprivate var subject: Corrections.Subject { redaction == nil ? .crops : .redactions }

    /// What it says as JSON, with places in the pixels that it was fitted to.
    fileprivate var editedWords: [String: JSONNode] {
        var words = members.filter { !["file", "sha256", "aspect", "size"].contains($0.key) }
        guard scale != (1, 1) else { return words }
        if redaction != nil { return redactionWords }
        let crop = crop
        func texts(_ kind: Feature.Kind) -> JSONNode {
            let texts = crop.places.filter { $0.kind == kind }.map { place in
                let region = RenderRequest.Region(pixels: place.rectangle)
                return JSONNode.text(kind == .focalPoint ? "\(region.x.text),\(region.y.text)" : region.text)
            }
            return texts.count == 1 ? texts[0] : .list(texts)
        }
        if words[RequestOption.region.jsonName] != nil { words[RequestOption.region.jsonName] = texts(.region) }
        if words[RequestOption.focal.jsonName] != nil { words[RequestOption.focal.jsonName] = texts(.focalPoint) }
        if words[RequestOption.padding.jsonName] != nil, let padding = crop.padding {
            words[RequestOption.padding.jsonName] = .text(padding.description)
        }
        if let rectangle = crop.rectangle { words[RequestOption.rectangle.jsonName] = .text(rectangle.text) }
        return words
    }
}
