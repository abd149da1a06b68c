package import BoundedCrop
internal import BoundedCropEffects
internal import Synchronization

extension RenderJob {
    /// A request with its sizes and positions.
    package struct Planned {
        /// What is asked. How the output is written may be changed until it is.
        package var request: RenderRequest
        /// Where the picture is cropped, and the size of that in the output.
        package internal(set) var plan: RenderPlan
        /// The face that it is for, if each has one.
        package var face: NumberedFace?
        /// What was decoded of a RAW photo.
        private(set) var read = ReadRendition()
        /// Counts what redactions cover in this output.
        var count: RedactionCount
        /// How many places redactions covered; nil as long as none was applied.
        package var covered: Int? { count.covered }
        /// The places.
        package var covers: [CoverRecord]? { count.covers }
        /// Whether features were looked for, and none was found.
        package var lacksFeatures: Bool { request.last.crop.searches && plan.cropPlan?.features.isEmpty != false }
        /// The picture's file, in the colors that the request asks for.
        let source: ImageSource
        /// The format for requests that name none.
        let format: ImageFormat
        let chain: ChainedPicture

        /// The same crop in another size of its shape.
        package func scaled(to size: PixelSize) -> Planned {
            var planned = self
            planned.plan.size = size
            planned.read = ReadRendition()
            // What earlier stages covered is covered in every size.
            if !chain.isCovered { planned.count = RedactionCount() }
            return planned
        }

        /// What is said of the output; nil if no detection ran.
        ///
        /// - Parameters:
        ///   - image: The picture's name.
        ///   - output: Nil for one that is only planned, or not a file.
        package func record(image: String, output: OutputRecord?) -> CropRecord? {
            var record = plan.record(image: image, header: source.header, output: output, covered: covered, covers: covers)
            if let rendition = read.rendition { record?.raw = rendition }
            record?.face = face?.number
            record?.name = face?.name
            return record
        }
    }
}

/// Learns what is decoded of a RAW photo: for several outputs at once, it is what the one needs that shows most.
final class ReadRendition: Sendable {
    private let state = Mutex<Rendition?>(nil)

    /// Nil as long as nothing was decoded, and of other pictures.
    var rendition: Rendition? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension RenderJob.Planned {
    /// Whether another one is cut from the same picture, which is the source or a frame of it.
    func isCut(likewise other: Self) -> Bool {
        let (output, otherOutput) = (request.output, other.request.output)
        return [request, other.request].allSatisfy { $0.answer == .picture && $0.earlier.isEmpty }
            && (output.frame ?? 1) == (otherOutput.frame ?? 1) && output.convertsToSRGB == otherOutput.convertsToSRGB
    }

    /// The part of the source that the output shows as it is; nil after anything that may move the content.
    var shownCrop: PixelRect? {
        request.last.steps.isEmpty && !plan.turnsContent && request.answer == .picture && request.earlier.isEmpty ? plan.crop : nil
    }

    /// What redactions covered, with the margin around it and in pixels of the output. Nothing after steps that may move the content.
    ///
    /// - Parameter frame: The number of a frame, from 0; nil if the output is one picture.
    package func coveredPlaces(inFrame frame: Int?) -> [Rect] {
        guard let covers, keepsPlaces else { return [] }
        let margin = request.last.steps.compactMap { ($0.effect as? Redact)?.margin }.max() ?? 0
        let (across, down) = scale
        return covers.filter { cover in frame.flatMap { cover.frames?.contains($0) } ?? true }.map {
            Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).dilated(by: margin)
                .moved(x: -Double(plan.crop.x), y: -Double(plan.crop.y)).scaled(x: across, y: down)
        }
    }

    /// Whether somebody has looked at what redactions cover in the picture.
    package var isReviewed: Bool { request.corrected.redaction != nil }

    /// Whether a place in the output, in its pixels, is a face that somebody shows. Nothing is after steps that may move the content.
    package func shows(_ place: Rect) -> Bool {
        guard let correction = request.corrected.redaction, keepsPlaces else { return false }
        let (across, down) = scale
        return correction.shows(place.scaled(x: 1 / across, y: 1 / down).moved(x: Double(plan.crop.x), y: Double(plan.crop.y)))
    }

    /// Whether what is in the output is where the crop shows it.
    private var keepsPlaces: Bool { request.last.steps.allSatisfy(\.detects) && !plan.turnsContent && request.earlier.isEmpty }

    /// Pixels of the output for each pixel of the crop.
    private var scale: (across: Double, down: Double) {
        (Double(plan.size.width) / Double(plan.crop.width), Double(plan.size.height) / Double(plan.crop.height))
    }

    /// Throws `noFeatureFound` if a face is required, and redactions covered nothing.
    package func checkCovered() throws {
        guard request.redacts, request.stages.contains(where: \.crop.requiresFeature) else { return }
        try count.check()
    }
}
