package import BoundedCrop
internal import BoundedCropEffects

/// What is asked of one picture, whoever asks and in whatever words.
///
/// A request has stages, each applied to the result of the one before, and says what is made of the last one's. Its JSON leaves out what has
/// its default, so that equal requests have equal JSON:
///
///     {"output":{"format":"webp"},"stages":[{"crop":{"detects":true},"target":{"height":200,"width":300}}]}
package struct RenderRequest: Hashable, Sendable {
    /// What a request is answered with.
    package enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
        /// The picture.
        case picture
        /// The plan: where and why the picture is cropped.
        case plan
        /// The whole picture, with the detected features and the crop drawn on it.
        case overlay
    }

    /// The stages before the last one.
    package var earlier: [Stage] = []
    /// The last stage, which is the only one of most requests.
    package var last: Stage
    /// How the result is written.
    package var output = Output()
    /// What the request is answered with; the picture by default.
    package var answer = Answer.picture
    /// What people corrected of what was asked, which is said with the result. It is no part of JSON.
    package internal(set) var corrected = Corrected()

    /// Creates a request of one stage; by default one for the picture as it is.
    package init(_ stage: Stage = Stage()) {
        last = stage
    }

    /// All stages, in order.
    package var stages: [Stage] { earlier + [last] }

    /// The stage that is applied to the picture itself.
    package var first: Stage { earlier.first ?? last }

    /// What is done with a picture, in this order: the border is trimmed, parts are cut out, the rest is cropped and scaled to its target, and
    /// the steps change the pixels.
    package struct Stage: Hashable, Sendable, SparseCodable {
        /// The border to trim; nil, the default, for none.
        package var trim: Trim?
        /// Parts that are cut out before everything else, each inside what the one before left.
        package var cuts: [Region] = []
        /// The size of the result, and how the picture is brought to it.
        package var target = Target()
        /// Where the picture is cropped.
        package var crop = Crop()
        /// What changes the pixels of the result, in order.
        package var steps: [RenderStep] = []

        /// Creates a stage that changes nothing.
        package init() {}

        /// See `SparseCodable`.
        package static let fields: [SparseField<Stage>] = [
            SparseField("trim", \.trim), SparseField("cuts", \.cuts), SparseField("target", \.target), SparseField("crop", \.crop),
            SparseField("steps", \.steps),
        ]
    }

    /// How a result is written.
    package struct Output: Hashable, Sendable, SparseCodable {
        /// The format; nil, the default, for the one that the surface chooses.
        package var format: ImageFormat?
        /// The quality, 1...100; nil, the default, for the surface's.
        package var quality: Int?
        /// The qualities that there are.
        package static let qualities = 1...100
        /// The maximum number of bytes of the file, as far as a lower quality can reach it; nil, the default, for none.
        package var maximumBytes: Int?
        /// The frame of an animation that is used alone, from 1; nil, the default, for all frames.
        package var frame: Int?
        /// The density for prints that the file says, in pixels per inch, 1...65535; nil, the default, for none.
        package var pixelsPerInch: Int?
        /// The most that is kept of metadata where the surface would keep more; everything by default.
        package var metadata = MetadataSelection.Extent.everything
        /// Whether metadata may say where a photo was taken where the surface allows it. On by default.
        package var keepsPlace = true
        /// Whether the features that were found are written as regions (XMP, mwg-rs). Off by default.
        package var writesRegions = false
        /// Whether a WebP is lossless; its quality is the effort then. Off by default.
        package var isLossless = false
        /// Whether a JPEG is progressive. Off by default.
        package var isProgressive = false
        /// What transparent parts show in a JPEG; nil, the default, for white.
        package var background: Color?
        /// The longer sides in pixels, 1...256, that the picture has in an icon; empty, the default, for the picture as it is.
        package var iconSizes: [Int] = []
        /// Whether colors are converted to sRGB and no profile is written where the surface would keep it. Off by default.
        package var convertsToSRGB = false
        /// Whether a placeholder of the result is made too. Off by default.
        package var hasPlaceholder = false

        /// Creates the defaults.
        package init() {}

        /// See `SparseCodable`.
        package static let fields: [SparseField<Output>] = [
            SparseField("format", \.format), SparseField("quality", \.quality, in: qualities),
            SparseField("maximumBytes", \.maximumBytes, in: 1...(.max)),
            SparseField("frame", \.frame, in: 1...(.max)), SparseField("dpi", \.pixelsPerInch, in: MetadataSelection.densities),
            SparseField("metadata", \.metadata), SparseField("keepsPlace", \.keepsPlace),
            SparseField("writesRegions", \.writesRegions), SparseField("lossless", \.isLossless),
            SparseField("progressive", \.isProgressive), SparseField("background", \.background),
            SparseField("convertsToSRGB", \.convertsToSRGB), SparseField("placeholder", \.hasPlaceholder),
            SparseField("iconSizes", \.iconSizes, check: ImageEncoding.check(iconSizes:)),
        ]
    }
}

extension RenderRequest: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case stages, output, answer
    }

    /// Encodes what differs from the defaults.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stages, forKey: .stages)
        if output != Output() { try container.encode(output, forKey: .output) }
        if answer != .picture { try container.encode(answer, forKey: .answer) }
    }

    /// Decodes a request.
    ///
    /// - Throws: `DecodingError`, also without any stage.
    package init(from decoder: any Decoder) throws {
        var members = try JSONMembers(from: decoder)
        // The default counts, too, where it is written: whoever says how much is hidden expects that something is.
        let written: [JSONNode] = try members.peek(CodingKeys.stages.rawValue) ?? []
        let saysHowMuch = written.map { $0.members["crop"]?.members["hide"] != nil }
        var stages: [Stage] = try members.require(CodingKeys.stages.rawValue)
        guard let last = stages.popLast() else {
            throw members.wrong("a request has one stage or more", in: CodingKeys.stages.rawValue)
        }
        self.init(last)
        earlier = stages
        output = try members.take(CodingKeys.output.rawValue) ?? Output()
        answer = try members.take(CodingKeys.answer.rawValue) ?? .picture
        try members.checkEnd(CodingKeys.allCases.map(\.rawValue))
        for (index, stage) in self.stages.enumerated() where saysHowMuch[index] && !stage.redacts {
            throw members.wrong("this needs a step with redact in the same stage, which hides faces", in: "stages[\(index)].crop.hide")
        }
        do {
            try completeDocument()
        } catch let error as BoundedCropError {
            throw members.wrong(error.message, in: CodingKeys.stages.rawValue)
        }
    }

    /// Gives what a document asks for, unless there are an alignment and a size.
    private mutating func completeDocument() throws {
        guard let document = last.crop.document else { return }
        if last.crop.alignment == nil { last.crop.take(document) }
        let target = last.target
        guard target.dimensions.width == .proportional, target.dimensions.height == .proportional, target.aspect == nil, target.fit == nil
        else { return }
        last.target.take(try AskedShape.paper(document.size).shape(in: &output).ofCrop)
    }
}

extension RenderRequest {
    /// Throws `invalidFilter` for a step that no picture can have.
    package func check() throws {
        for stage in stages {
            for step in stage.steps { try step.check() }
        }
    }

    /// The same request, answered with the plan.
    package var planOnly: RenderRequest {
        var request = self
        request.answer = .plan
        return request
    }

    /// The names of the pictures that the steps need, each once. They must be loaded before rendering.
    package var pictureNames: [String] {
        var seen: Set<String> = []
        return stages.flatMap(\.steps).compactMap(\.pictureName).filter { seen.insert($0).inserted }
    }

    /// Whether any stage trims, so that sizes are not known in advance.
    package var trims: Bool { stages.contains { $0.trim != nil } }

    /// Whether any stage detects features to hide them.
    package var redacts: Bool { stages.contains(where: \.redacts) }
}

extension RenderRequest.Stage {
    /// Whether features are detected to hide them.
    package var redacts: Bool { steps.contains(where: \.detects) }
}
