package import BoundedCrop
package import BoundedCropEffects

/// What people corrected by hand: for a picture, or a shot of a video, and for all of its shapes or for one, options of crops in the words of
/// their table; and for a picture or a video, what redactions hide and show.
///
/// The file has an object on each line, or is a list of objects:
///
///     {"file": "people/ann.jpg", "sha256": "9f86…", "size": "2400x1600", "focal": "820,410"}
///     {"file": "team.jpg", "aspect": "16:9", "crop": {"x": 0, "y": 120, "width": 1600, "height": 900}}
///     {"file": "talk.mp4", "at": 12.4, "focal": "820,410"}
///     {"sha256": "2cf2…", "skip": true}
///     {"file": "old/portrait.jpg", "good": true}
///     {"file": "crowd.jpg", "size": "2400x1600", "hide": [{"x": 10, "y": 20, "width": 90, "height": 120}], "show": ["700,80,60,70"]}
///
/// Of two objects for one picture, shape and time, the later one counts; what several objects hide and show adds up, so that nothing is shown
/// because somebody wrote a line below. What is not replaced stays as it is written.
package struct Corrections: Sendable {
    /// One object of the file.
    package struct Correction: Sendable {
        /// The picture, as the file names it: its path before its content.
        package let names: [Picture]
        /// The size of the picture in which places are; nil for that of whichever picture is corrected.
        let size: PixelSize?
        /// The only shape that is corrected; nil for all.
        package let aspect: AspectRatio?
        /// The time in a video whose shot is corrected, in seconds; nil for a picture.
        package let time: Double?
        /// The names of what is corrected, as in JSON and in the order of the table.
        package let words: [String]
        let settings: [RequestOption.Setting]
        /// What redactions hide and show; nil for a correction of crops.
        package internal(set) var redaction: RedactionCorrection?
        /// Whether it was made for a picture with other bytes, such as another export.
        private(set) var isOfOtherContent = false
        /// Where the picture is that was corrected, if that is not the file that the correction names any more.
        fileprivate(set) var movedTo: String?
        /// Whether it is of another file with the same bytes.
        fileprivate(set) var isOfOtherFile = false
        /// What places are multiplied with, for a picture of another size.
        var scale = (x: 1.0, y: 1.0)
        /// The object as JSON: different for another correction.
        package let text: String
        /// Whether another place is cropped.
        let places: Bool
        /// Whether exactly that place is cropped.
        let isExact: Bool
        let members: [String: JSONNode]
        /// The object as the file has it; nil in a list.
        let line: String?

        /// What it says by itself.
        package var crop: RenderRequest.Crop {
            var stage = RenderRequest.Stage()
            set(&stage)
            return stage.crop
        }

        /// The SHA-256 of the picture's bytes, if it is named.
        package var content: String? { names.lazy.compactMap { if case .content(let hash) = $0 { hash } else { nil } }.first }

        /// The same for a picture with such bytes, whose hash is nil if it is not known.
        package func noting(_ content: String?) -> Self {
            guard let content, let own = self.content else { return self }
            var noted = self
            noted.isOfOtherContent = content != own
            return noted
        }

        /// The file, as it is named; nil for a picture that only its content tells.
        var file: Picture? { names[0].isContent ? nil : names[0] }

        /// Whether it is of the picture for which it was found, and of no other.
        var isOwn: Bool { movedTo == nil && !isOfOtherFile }

        /// The same for the file that has the name now.
        var staying: Self {
            var stayed = self
            stayed.movedTo = nil
            return stayed
        }

        /// How messages name the picture.
        package var name: String { names[0].description }
    }

    /// How a correction names its picture.
    package enum Picture: Hashable, Sendable, CustomStringConvertible {
        /// A path, relative to the folder of the corrections, or a URL.
        case file(String)
        /// The SHA-256 hash of the file's bytes, in hexadecimal digits, for pictures that are moved or renamed.
        case content(String)

        var isContent: Bool { if case .content = self { true } else { false } }

        package var description: String {
            switch self {
            case .file(let file): file
            case .content(let hash): "sha256 \(hash)"
            }
        }
    }

    let isList: Bool
    var all: [Correction] {
        didSet { index() }
    }
    /// What pictures are looked for as, if that is not the name that the file has for them.
    private var places: [Picture: Picture] = [:]
    /// Those of each picture that count, by its place and in the order of the file.
    private(set) var counting: [Picture: [Correction]] = [:]
    /// Whether some pictures are looked for by their content.
    package private(set) var namesContents = false
    /// Those that know the content of their picture, by that.
    private var contents: [String: [Correction]] = [:]
    /// The files that are not there.
    private var missing: Set<Picture> = []
    /// Where pictures are whose files have other content now, by the names of these pictures.
    private var moved: [[Picture]: String] = [:]

    /// Reads a file.
    ///
    /// - Throws: `invalidArgument`, which names the line, or the object of a list.
    package init(_ text: String = "") throws {
        isList = text.drop { $0.isWhitespace }.hasPrefix("[")
        all = try Self.corrections(in: text, isList: isList)
        index()
    }

    /// Reads the bytes of a file. Throws as for its text, and for bytes that are none.
    package init(bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BoundedCropError(.invalidArgument, "the file is not UTF-8 text")
        }
        try self.init(text)
    }

    private mutating func index() {
        (counting, contents) = ([:], [:])
        for correction in all {
            if let content = correction.content { contents[content, default: []].append(correction) }
            for name in correction.names {
                guard let counted = counted(correction, as: name) else { continue }
                let name = place(of: name)
                if counted.redaction == nil, counted.movedTo == nil {
                    counting[name, default: []].removeAll {
                        $0.redaction == nil && $0.aspect == counted.aspect && $0.time == counted.time
                    }
                }
                counting[name, default: []].append(counted)
            }
        }
        namesContents = counting.keys.contains(where: \.isContent)
    }

    /// A correction as it counts for a picture of one of its names; nil if it does not.
    private func counted(_ correction: Correction, as name: Picture) -> Correction? {
        var counted = correction
        guard name.isContent else {
            counted.movedTo = moved[correction.names]
            return counted
        }
        guard let file = correction.file, !missing.contains(file), moved[correction.names] == nil else { return counted }
        // The file has its corrections by its name. What is hidden in it is hidden in all files with these bytes.
        guard correction.redaction?.hide.isEmpty == false else { return nil }
        counted.redaction?.show = []
        counted.isOfOtherFile = true
        return counted
    }

    /// Whether a correction is one of a picture with such names, and of no other.
    func isOwn(_ correction: Correction, of pictures: [Picture]) -> Bool {
        correction.names.contains { name in
            guard pictures.contains(place(of: name)), let counted = counted(correction, as: name) else { return false }
            return counted.isOwn
        }
    }

    /// Whether the content of a picture makes a difference.
    package var knowsContents: Bool { !contents.isEmpty }

    /// The same, as far as one picture is concerned: a correction whose file has other content now goes where the picture is that was corrected.
    /// If that is nowhere, the picture was changed, and keeps its corrections.
    ///
    /// - Parameters:
    ///   - pictures: Where corrections look for the picture, by its path.
    ///   - content: The SHA-256 of its bytes.
    ///   - path: How messages name it.
    ///   - hash: Returns the SHA-256 of a file; nil if that is not known.
    ///   - holder: Returns another file with some content, beside a file; nil if none is known.
    package func settled(
        of pictures: [Picture],
        content: String,
        at path: String,
        hash: (_ file: String) -> String?,
        holder: (_ content: String, _ file: String) -> String?
    ) -> Self {
        var moved = moved
        func place(of correction: Correction) -> String? {
            guard let file = correction.file, !missing.contains(file), moved[correction.names] == nil,
                case .file(let place) = self.place(of: file)
            else { return nil }
            return place
        }
        for correction in pictures.flatMap({ counting[$0] ?? [] }) {
            guard let own = correction.content, own != content, let file = place(of: correction) else { continue }
            moved[correction.names] = holder(own, file)
        }
        for correction in contents[content] ?? [] {
            guard let file = place(of: correction), !pictures.contains(.file(file)), let now = hash(file), now != content else { continue }
            moved[correction.names] = path
        }
        guard moved.count > self.moved.count else { return self }
        var settled = self
        settled.moved = moved
        settled.index()
        return settled
    }

    /// What a picture is looked for as that the file calls so.
    func place(of name: Picture) -> Picture { places[name] ?? name }

    /// The pictures that have corrections, by the places of all of their names.
    package var pictures: some Collection<Picture> { counting.keys }

    /// Looks which of the named files are there. Corrections of others count for a picture of the same content, which may have been renamed.
    ///
    /// - Parameter place: Returns the one name under which a file is looked for, however it is spelled.
    package mutating func locate(at place: (String) -> String = { $0 }, _ exists: (String) -> Bool) {
        (missing, places, moved) = ([], [:], [:])
        for name in all.lazy.flatMap(\.names) {
            guard case .file(let file) = name else { continue }
            places[name] = .file(place(file))
            if !exists(file) { missing.insert(name) }
        }
        index()
    }

    /// The pictures whose corrections nothing has used, by their first names.
    ///
    /// - Parameters:
    ///   - used: The places of those that were used.
    ///   - isMissing: Whether only those count whose files are not there.
    package func unused(_ used: Set<Picture>, isMissing: Bool) -> Set<Picture> {
        let unused = all.filter { used.isDisjoint(with: $0.names.map(place)) }.map { $0.names[0] }
        return isMissing ? missing.intersection(unused) : Set(unused)
    }

    /// Those of a picture, or of shots of a video, in one shape, in the order in which they are applied: those for all shapes first. A shape is
    /// the same in other whole pixels, such as a size on paper at another resolution.
    package func corrections(of pictures: [Picture], aspect: AspectRatio) -> [Correction] {
        let found = corrections(of: pictures)
        let shape = aspect.sameShape(in: found.compactMap(\.aspect))
        return found.filter { $0.aspect == nil } + found.filter { $0.aspect != nil && $0.aspect == shape }
    }

    /// Those of a picture in all shapes, as the file has them.
    package func corrections(of pictures: [Picture]) -> [Correction] {
        let found = pictures.flatMap { counting[$0] ?? [] }
        guard found.contains(where: \.isOfOtherFile) else { return found }
        // One that a picture has by its name and its content is the same.
        let named = Set(found.filter { !$0.isOfOtherFile }.map(\.text))
        return found.filter { !$0.isOfOtherFile || !named.contains($0.text) }
    }

    /// Whether what somebody chose to show in a picture, or that nothing is to be hidden, depends on its content being the same still.
    package func checksContent(of pictures: [Picture]) -> Bool {
        corrections(of: pictures).contains { correction in
            guard let redaction = correction.redaction, correction.content != nil else { return false }
            return !redaction.show.isEmpty || redaction.hide.isEmpty
        }
    }
}

extension AspectRatio {
    /// The one of some ratios that is this shape, or is nearest to it of those that may be the same one, rounded to whole pixels; nil if there is
    /// none.
    package func sameShape(in others: [AspectRatio]) -> AspectRatio? {
        func difference(_ other: AspectRatio) -> Double { abs(other.value / value - 1) }
        if others.contains(self) { return self }
        return others.filter { difference($0) <= rounding + $0.rounding }.min { difference($0) < difference($1) }
    }

    /// By which part a ratio of pixels may differ from the shape that was rounded to them; 0 for one of few, which people write.
    private var rounding: Double {
        min(width, height) < 100 ? 0 : (1 / Double(width) + 1 / Double(height)) / 2
    }
}
