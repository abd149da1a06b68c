package import BoundedCrop
package import BoundedCropEffects

/// Crops of one picture for several outputs: planned with one detection, and decoded once. What the command and the worker make.
///
/// It runs on the caller's thread.
package struct PictureCrops {
    /// One output.
    package struct Output {
        package let plan: CropPlan
        package let request: CropRequest
        let size: PixelSize
        let encoding: ImageEncoding
        let effects: [any ImageEffect]
        let metadata: MetadataSelection
        let count = RedactionCount()

        /// - Parameters:
        ///   - plan: The crop.
        ///   - request: What it was planned for.
        ///   - size: The size of the crop, before effects.
        ///   - encoding: How the output is written.
        ///   - effects: What changes the crop.
        ///   - metadata: What is kept of the source's, unless effects make it untrue.
        ///   - writesRegions: Whether the features are written as regions.
        package init(
            _ plan: CropPlan,
            _ request: CropRequest,
            size: PixelSize,
            encoding: ImageEncoding,
            effects: [any ImageEffect],
            metadata: MetadataSelection,
            writesRegions: Bool
        ) {
            (self.plan, self.request, self.size, self.encoding, self.effects) = (plan, request, size, encoding, effects)
            var kept = metadata.after(effects)
            if writesRegions { kept.regions = plan.features(inOutputOf: size) }
            self.metadata = kept
        }

        /// Throws `noFeatureFound` if redactions covered nothing where a face is required.
        package func check() throws {
            if request.requiresFeature { try count.check() }
        }
    }

    private let name: String
    private let cropper: BlockingCropper
    private let source: ImageSource
    private let picture: any Picture
    /// The source with its features, if all of its frames are cropped.
    package let animation: FollowedAnimation?

    /// - Parameters:
    ///   - name: The picture's name in records.
    ///   - picture: The source, or one frame of it.
    ///   - followed: A request of those for which every frame is cropped; nil without any.
    /// - Throws: What detection throws.
    package init(
        named name: String,
        _ source: ImageSource,
        _ picture: any Picture,
        _ cropper: BlockingCropper,
        following followed: CropRequest?
    ) throws {
        (self.name, self.source, self.picture, self.cropper) = (name, source, picture, cropper)
        animation = try followed.map {
            try cropper.follow(source, accuracy: $0.accuracy, detectsFeatures: $0.detectsFeatures)
        }
    }

    /// Where the picture is cropped; an animation, in all of its frames.
    package func plans(for requests: [CropRequest]) throws -> [CropPlan] {
        try animation.map { try cropper.plans($0, for: requests) } ?? cropper.plans(picture, for: requests)
    }

    /// An animation as a file.
    package func animation(for output: Output) throws -> (bytes: [UInt8], size: PixelSize) {
        let made = try cropper.render(
            output.plan,
            ofAnimation: source,
            scaledTo: output.size,
            as: output.encoding,
            keeping: output.metadata,
            applying: output.effects.counting(in: output.count)
        )
        try output.check()
        return (made.bytes, made.size)
    }

    /// The finished pixels of pictures.
    package func pixels(for outputs: [Output]) throws -> [PixelBuffer] {
        try cropper.render(
            outputs.map(\.plan),
            of: picture,
            sizes: outputs.map(\.size),
            applying: outputs.map { $0.effects.counting(in: $0.count) }
        ).map(\.pixels)
    }

    /// The file of finished pixels.
    ///
    /// - Parameter encoding: Nil for that of the output.
    package func encoded(_ pixels: PixelBuffer, for output: Output, as encoding: ImageEncoding? = nil) throws -> [UInt8] {
        // Effects may move the content.
        let shown = output.effects.isEmpty ? output.plan.uprightCrop : nil
        return try pixels.blocking.encoded(as: encoding ?? output.encoding, from: source, keeping: output.metadata, showing: shown)
    }

    /// What is said of an output.
    ///
    /// - Parameter written: Nil for one that is only planned, or not a file.
    package func record(_ plan: CropPlan, _ request: CropRequest, written: OutputRecord?, of output: Output? = nil) -> CropRecord {
        CropRecord(
            file: name,
            orientation: source.header.orientation,
            detector: cropper.detector.name,
            accuracy: request.accuracy,
            plan: plan,
            animation: animation.map(AnimationRecord.init),
            output: written,
            covered: output?.count.covered,
            covers: output?.count.covers
        )
    }
}
