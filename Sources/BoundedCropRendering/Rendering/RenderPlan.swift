package import BoundedCrop

/// All sizes and positions for rendering a picture, decided before its pixels are decoded.
package struct RenderPlan: Hashable, Sendable {
    /// The size of the upright source.
    package let source: PixelSize
    /// The part of the source that remains after trimming and the manual crop.
    package let region: PixelRect
    /// The visible part, in pixels of the upright source.
    package let crop: PixelRect
    /// The size of the crop in the output, after it is turned.
    package internal(set) var size: PixelSize
    /// The requested box, which `fill` fills.
    package let box: PixelSize
    /// What lengths in pixels of the steps are multiplied by.
    package let density: Double
    /// How the crop is turned, before it is flipped.
    package let turn: QuarterTurn
    /// Whether left and right are swapped.
    package let flipsHorizontally: Bool
    /// Whether top and bottom are swapped.
    package let flipsVertically: Bool
    /// The name of the detector used; nil if no detection ran.
    package let detector: String?
    /// The detection accuracy.
    package let accuracy: DetectionAccuracy
    /// Why the crop is where it is, in pixels of the upright source; nil if no detection ran.
    package let cropPlan: CropPlan?
    /// The points to crop around, in pixels of the region; never empty.
    package let focalPoints: [FocalPoint]
    /// What was found in the frames of an animation; nil for one picture, or if no detection ran.
    package let animation: AnimationRecord?
    /// What there is to say of given places that reach beyond the picture, and of what was read with it.
    package internal(set) var warnings: [String]
    /// What speaks against it as a photo for a document; nothing if it is for none.
    package internal(set) var faults: [PortraitFault] = []
    /// What is read of a RAW photo.
    package internal(set) var raw = DecodingOptions.RawReading.auto
    /// The names of what was corrected by hand.
    package internal(set) var corrected: [String] = []
}

extension RenderPlan {
    /// Whether the output shows the crop turned or flipped.
    var turnsContent: Bool { turn != .zero || flipsHorizontally || flipsVertically || cropPlan?.aligned != nil }

    /// What is decoded for it.
    var cut: PictureCut { PictureCut(crop, scaledTo: turn.turned(size)) }

    /// How many pixels of the output, along a side, show one of the source; nil for up to 1.25, which is hardly seen.
    var enlargement: Double? {
        let (size, frame) = (turn.turned(size), cropPlan?.aligned)
        let (width, height) = (frame?.width ?? Double(crop.width), frame?.height ?? Double(crop.height))
        let factor = (max(Double(size.width) / width, Double(size.height) / height) * 100).rounded() / 100
        return factor > 1.25 ? factor : nil
    }
}

extension RenderPlan {
    /// Notes what speaks against a photo for a document. Throws `unsuitablePortrait` if that is an error.
    mutating func checkPortrait(_ crop: RenderRequest.Crop) throws {
        guard crop.isForDocument, let cropPlan else { return }
        let found = PortraitFault.found(in: cropPlan, crop.alignment, size: size, enlargement: enlargement)
        if crop.isStrict, !found.isEmpty {
            throw BoundedCropError(.unsuitablePortrait, "as a photo for a document, \(found.map(\.sentence).joined(separator: "; "))")
        }
        faults = found.map(\.fault)
        warnings += found.map { "as a photo for a document, \($0.sentence)" }
    }
}

extension RenderPlan {
    /// What `boundedcrop crop --json` prints; nil if no detection ran.
    package func record(
        image: String,
        header: ImageHeader,
        output: OutputRecord? = nil,
        covered: Int? = nil,
        covers: [CoverRecord]? = nil
    ) -> CropRecord? {
        guard let cropPlan, let detector else { return nil }
        var record = CropRecord(
            file: image,
            orientation: header.orientation,
            detector: detector,
            accuracy: accuracy,
            plan: cropPlan,
            animation: animation,
            output: output,
            covered: covered,
            covers: covers,
            warnings: warnings,
            corrected: corrected
        )
        record.enlarged = header.format.isDrawn ? nil : enlargement
        record.raw = header.rendition(of: [cut], raw)
        record.faults = faults
        return record
    }
}
