package import BoundedCrop

/// The parsed filters of a URL, grouped by the stage that they affect.
package struct ImageFilters: Sendable {
    /// The filters for the position and size of the crop.
    package var crop = CropFilters()
    /// The filters for the output file.
    package var output = OutputFilters()
    /// The steps that change pixels, in the URL's order.
    package var steps: [PictureStep] = []
    /// The names of unknown filters, in the URL's order.
    package var unknown: [String] = []
    /// The filters of the requests whose results are the picture of this one.
    package var earlier: [ImageFilters] = []

    /// Creates an empty set of filters.
    package init() {}

    /// Parses the filters of a URL in order. If two set the same value, the last one counts.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    package init(_ calls: [FilterCall]) throws {
        self.init()
        for call in calls {
            if try crop.take(call) || output.take(call) { continue }
            if let step = try PictureStep(call) { steps.append(step) } else { unknown.append(call.name) }
        }
    }

    /// Parses the filters of a URL, and those of the requests before it.
    ///
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    package init(_ url: ImageURL) throws {
        try self.init(url.filters)
        earlier = try url.earlier.map { try ImageFilters($0.filters) }
        unknown = earlier.flatMap(\.unknown) + unknown
    }

    /// The names of all known filters.
    static var names: Set<String> {
        Set(CropFilters.readers.keys).union(GeometryFilters.readers.keys).union(OutputFilters.readers.keys).union(PictureStep.readers.keys)
            .union(PictureStep.expressionNames)
    }

    /// Whether features are detected to hide them.
    var redacts: Bool { steps.contains(where: \.detects) }

    /// The names of the pictures that the steps need, each once. They must be loaded before rendering.
    package var pictureNames: [String] {
        var seen: Set<String> = []
        return (earlier.flatMap(\.steps) + steps).compactMap(\.pictureName).filter { seen.insert($0).inserted }
    }

    /// Refuses unknown filters.
    ///
    /// - Parameter ignored: What a dialect could not honor.
    /// - Throws: `unknownFilter` when there are any.
    package func refuseUnknown(and ignored: [String] = []) throws {
        if let first = ignored.first { throw BoundedCropError(.unknownFilter, "“\(first)” cannot be honored here") }
        guard let first = unknown.first else { return }
        throw BoundedCropError(.unknownFilter, "there is no filter “\(first)”")
    }

    /// Loads all pictures that the steps need, concurrently.
    ///
    /// - Parameter load: Loads the picture for a name or URL as written in the filter.
    /// - Throws: What `load` throws.
    package func pictures(
        load: @escaping @Sendable (_ name: String) async throws -> ImageSource
    ) async throws -> [String: ImageSource] {
        try await withThrowingTaskGroup(of: (String, ImageSource).self) { group in
            for name in pictureNames { group.addTask { (name, try await load(name)) } }
            var pictures: [String: ImageSource] = [:]
            for try await (name, picture) in group { pictures[name] = picture }
            return pictures
        }
    }
}

extension ImageFilters {
    /// Refuses words that cannot be honored if they may ask to hide something: leaving one of them out would show it.
    ///
    /// - Parameter words: What a grammar does not know or cannot honor, as it is written in the URL.
    /// - Throws: `invalidFilter` for the first that may ask to hide something.
    package static func refuseHiding(in words: some Sequence<String>) throws {
        guard let word = words.first(where: mayAskToHide) else { return }
        throw BoundedCropError(
            .invalidFilter,
            "“\(word.prefix(80))” may ask to hide faces or places, and cannot be honored here: no picture is answered that could show them. "
                + "redact() hides faces"
        )
    }

    /// Whether a word may ask to hide something. Only its letters count: `blur_faces`, `e_pixelate_all_faces`, `anonymize`.
    static func mayAskToHide(_ word: String) -> Bool {
        let letters = String(decoding: word.utf8.prefix(1000).map { $0 | 0x20 }.filter { $0 >= 0x61 && $0 <= 0x7A }, as: UTF8.self)
        func has(_ parts: [String]) -> Bool { parts.contains { letters.contains($0) } }
        return has(signs) || has(verbs) && has(objects) || objects.contains { letters.contains("cover" + $0) } || letters == "hide"
    }

    /// Words that go first, so that none of them is among those that are left out of a list that is too long for a header.
    static func hidingFirst(_ words: [String]) -> [String] { words.filter(mayAskToHide) + words.filter { !mayAskToHide($0) } }

    private static let signs = ["redact", "anonymi", "obscur", "obfuscat", "censor", "conceal", "deface", "blackout"]
    private static let verbs = ["blur", "pixelat", "pixellat", "mask", "mosaic", "hide"]
    private static let objects = ["face", "detect", "people", "person", "region", "plate", "head", "child"]
}
