/// A `BoundedCropper` that works on the caller's thread and blocks it until the work is done: tens of milliseconds for a photo.
///
/// Use it in programs without concurrency and on your own threads. In asynchronous code it would block one of the few threads that all
/// tasks share; use the methods of `BoundedCropper` there. The cache is neither read nor written.
public struct BlockingCropper: Sendable {
    /// Finds what must stay visible.
    package let detector: any FeatureDetector

    /// Creates a cropper; by default with the built-in YuNet model.
    public init(detector: any FeatureDetector = YuNetDetector()) {
        self.detector = detector
    }

    /// Returns the features of a picture.
    ///
    /// - Throws: What the detector throws, and `malformedImage` for a damaged file.
    public func features(in picture: any Picture, accuracy: DetectionAccuracy = .low) throws -> [Feature] {
        try detector.features(in: picture, accuracy: accuracy)
    }

    /// Determines where a picture would be cropped.
    ///
    /// - Throws: What `features(in:accuracy:)` throws, `noFeatureFound` when the request requires a feature, `invalidArgument` for a
    ///   request out of range.
    public func plan(_ picture: any Picture, for request: CropRequest) throws -> CropPlan {
        try plans(picture, for: [request])[0]
    }

    /// Determines where a picture would be cropped for several requests, with one detection at each accuracy.
    ///
    /// - Parameters:
    ///   - picture: The picture to crop.
    ///   - requests: The crops to make.
    ///   - cancellation: Checked between and within the stages; nil uses the cancellation of the work on this thread, if there is one.
    /// - Throws: What `plan(_:for:)` throws for the first request that fails, `CancellationError` if cancelled.
    public func plans(
        _ picture: any Picture,
        for requests: [CropRequest],
        cancellation: Cancellation? = nil
    ) throws -> [CropPlan] {
        try performing(cancellation) { try plans(picture, for: requests) { try $0() } }
    }

    /// Determines where a picture would be cropped around each of its faces alone, as if the others had not been found: the plans of a picture
    /// for each face, for `render(_:of:scaledTo:)`. If a detector finds other things too, each of them counts, or each of the kinds that the
    /// request keeps.
    ///
    /// - Parameters:
    ///   - picture: The picture to crop.
    ///   - request: The crop to make of each face. Its `rank` and `scheme` have no effect.
    ///   - order: The order of the plans.
    ///   - cancellation: Checked between and within the stages; nil uses the cancellation of the work on this thread, if there is one.
    /// - Returns: A plan for each face; none if there is no face and the request does not require one.
    /// - Throws: What `plan(_:for:)` throws for the first face that fails, such as one whose alignment reaches beyond the picture;
    ///   `invalidArgument` for a request that detects nothing, `CancellationError` if cancelled.
    public func plans(
        _ picture: any Picture,
        for request: CropRequest,
        eachFace order: FaceOrder,
        cancellation: Cancellation? = nil
    ) throws -> [CropPlan] {
        guard request.detectsFeatures else {
            throw BoundedCropError(.invalidArgument, "faces have crops of their own only if they are detected")
        }
        try request.check()
        return try performing(cancellation) {
            var found: [DetectionAccuracy: Detection] = [:]
            let faces = try plan(picture, for: request.forFeatures, found: &found) { try $0() }
            return try order.ranks(of: faces.features.map(\.feature)).map { rank in
                try Cancellation.checkCurrent()
                var request = request
                request.rank = rank
                return try plan(picture, for: request, found: &found) { try $0() }
            }
        }
    }

    /// Determines where a picture would be cropped for several requests, as `plans(_:for:cancellation:)`.
    ///
    /// - Parameter detecting: Called to run each detection.
    package func plans(
        _ picture: any Picture,
        for requests: [CropRequest],
        detecting: (_ detection: () throws -> Detection) throws -> Detection
    ) throws -> [CropPlan] {
        var found: [DetectionAccuracy: Detection] = [:]
        return try requests.map { request in
            try Cancellation.checkCurrent()
            return try plan(picture, for: request, found: &found, detecting)
        }
    }

    /// Crops a picture.
    ///
    /// - Throws: What `plan(_:for:)` throws.
    public func crop(_ picture: any Picture, to request: CropRequest) throws -> CroppedPicture {
        try crop(picture, to: [request])[0]
    }

    /// Makes several crops of one picture with one detection and one decode.
    ///
    /// - Parameters:
    ///   - picture: The picture to crop.
    ///   - requests: The crops to make.
    ///   - cancellation: Checked between and within the stages; nil uses the cancellation of the work on this thread, if there is one.
    /// - Throws: What `plan(_:for:)` throws for the first request that fails, `CancellationError` if cancelled.
    public func crop(
        _ picture: any Picture,
        to requests: [CropRequest],
        cancellation: Cancellation? = nil
    ) throws -> [CroppedPicture] {
        try performing(cancellation) {
            let plans = try plans(picture, for: requests)
            try Cancellation.checkCurrent()
            return try render(plans, of: picture, for: requests)
        }
    }

    /// Renders the crop that a plan describes. See `BoundedCropper.render(_:of:for:)`.
    ///
    /// - Throws: `invalidArgument` when the plan does not fit the picture or the request, `malformedImage` for a damaged file.
    public func render(_ plan: CropPlan, of picture: any Picture, for request: CropRequest) throws -> CroppedPicture {
        try render([plan], of: picture, for: [request])[0]
    }

    /// Renders the crop that a plan describes at a given size. See `BoundedCropper.render(_:of:scaledTo:)`.
    ///
    /// - Throws: `invalidArgument` when the plan does not fit the picture or the size, `malformedImage` for a damaged file.
    public func render(_ plan: CropPlan, of picture: any Picture, scaledTo size: PixelSize? = nil) throws -> CroppedPicture {
        try render([plan], of: picture, sizes: [size ?? plan.naturalSize])[0]
    }

    /// Renders the crops that plans describe with one decode. There is one request for each plan, which determines its size.
    ///
    /// - Throws: What `render(_:of:for:)` throws for the first plan that fails.
    package func render(_ plans: [CropPlan], of picture: any Picture, for requests: [CropRequest]) throws -> [CroppedPicture] {
        guard plans.count == requests.count else {
            throw BoundedCropError(.invalidArgument, "\(plans.count) plans need as many requests, not \(requests.count)")
        }
        for request in requests { try request.check() }
        return try render(plans, of: picture, sizes: zip(plans, requests).map { $1.outputSize(for: $0) })
    }

    /// Renders the crops that plans describe, each at its own size, with one decode.
    package func render(
        _ plans: [CropPlan],
        of picture: any Picture,
        sizes: [PixelSize],
        changingCuts: CutChange = { _, _, _ in }
    ) throws -> [CroppedPicture] {
        let plans = try zip(plans, sizes).map { try $0.checked(for: picture.size, scaledTo: $1) }
        let renderings = zip(plans, sizes).map { CropRendering($0, scaledTo: $1) }
        let pixels = try CropRendering.pixels(renderings, of: picture, changingCuts: changingCuts)
        return zip(plans, pixels).map { CroppedPicture(plan: $0, pixels: $1) }
    }

    private func performing<Result>(_ cancellation: Cancellation?, _ work: () throws -> Result) throws -> Result {
        guard let cancellation else { return try work() }
        return try cancellation.perform(work)
    }

    private func plan(
        _ picture: any Picture,
        for request: CropRequest,
        found: inout [DetectionAccuracy: Detection],
        _ detecting: (_ detection: () throws -> Detection) throws -> Detection
    ) throws -> CropPlan {
        try request.check()
        var detection = Detection([])
        if request.looksForFeatures {
            detection = try found[request.accuracy] ?? detecting { try detector.detection(in: picture, accuracy: request.accuracy) }
            found[request.accuracy] = detection
        }
        return try FaceTurn.plan(request) { request in
            try CropPlanner.plan(features: detection.features, likely: detection.likely, size: picture.size, request: request) { shown in
                detector.boundingRectangle(of: shown, in: picture, scheme: request.scheme, padding: request.padding)
            } saliency: {
                try Attention.map(of: picture)
            }
        }
    }
}

/// A crop: its pixels, and the plan that describes where they come from.
public struct CroppedPicture: Hashable, Sendable {
    /// Where in the upright picture the pixels come from, and why.
    public var plan: CropPlan
    /// The part of the picture inside `plan.crop`, scaled to the output size, and turned if the plan says so; for an aligned plan, the part
    /// inside its frame.
    public var pixels: PixelBuffer

    /// Creates a crop from its parts. The caller must ensure that they belong together.
    package init(plan: CropPlan, pixels: PixelBuffer) {
        self.plan = plan
        self.pixels = pixels
    }
}
