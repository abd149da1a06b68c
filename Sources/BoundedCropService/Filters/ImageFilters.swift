public import BoundedCrop

/// What the filters of a URL ask for, each in the part of the work that it concerns.
public struct ImageFilters: Sendable {
    /// Where and how large the crop is.
    public var crop = CropFilters()
    /// The file that is made.
    public var output = OutputFilters()
    /// What is done to the pixels, in the URL's order.
    public var steps: [PictureStep] = []
    /// The names of those that do not exist, in the URL's order.
    public var unknown: [String] = []

    /// No filter at all.
    public init() {}

    /// The filters of a URL, in its order: where two say the same, the last one counts.
    ///
    /// Throws `invalidFilter` for one that is told something it cannot be told.
    public init(_ calls: [FilterCall]) throws {
        self.init()
        for call in calls {
            if try crop.take(call) || output.take(call) { continue }
            if let step = try PictureStep(call) { steps.append(step) } else { unknown.append(call.name) }
        }
    }

    /// The names of all filters that there are.
    static var names: Set<String> {
        Set(CropFilters.readers.keys).union(OutputFilters.readers.keys).union(PictureStep.readers.keys).union(PictureStep.expressionNames)
    }

    /// The pictures that the steps need, by the texts that name them, each once; to be loaded before rendering.
    public var pictureNames: [String] {
        var seen: Set<String> = []
        return steps.compactMap(\.pictureName).filter { seen.insert($0).inserted }
    }

    /// Throws `unknownFilter` where there are filters that do not exist.
    public func refuseUnknown() throws {
        guard let first = unknown.first else { return }
        throw BoundedCropError(.unknownFilter, "there is no filter “\(first)”")
    }

    /// Loads the pictures that the steps need, all at the same time.
    ///
    /// Throws what `load` throws.
    /// - Parameter load: brings the picture of a name or URL, as it stands in the filter.
    public func pictures(
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
