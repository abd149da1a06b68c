public import BoundedCrop
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Shows pictures cropped to the shape of its bounds, so that the faces in them stay visible.
///
///     let view = BoundedImageView(surface: surface)
///     view.setImage(photo, cacheName: "photo", placeholder: gray)
///
/// The crop has as many pixels as the bounds need, and is never enlarged. A change of any property, or of the shape of the bounds, crops
/// again; where only their size grows, the same crop is shown with more pixels. A crop that was made before under the same name is shown at
/// once; any other fades in when it is ready. What is set later ends the work on what was set before, and is never overtaken by it.
///
/// To hold something else than faces, give the cropper another detector, or override `boundingRectangle(for:)`.
@MainActor @Observable open class BoundedImageView: ImageView {
    /// The room around each feature, because detectors leave out foreheads; 10 pixels of the picture by default.
    public var boundingPadding = Padding(.pixels(10)) {
        didSet { if boundingPadding != oldValue { setNeedsUpdate() } }
    }
    /// How hard to look for features; low by default.
    public var detectorAccuracy = DetectionAccuracy.low {
        didSet { if detectorAccuracy != oldValue { setNeedsUpdate() } }
    }
    /// Which features have to stay visible; all by default.
    public var boundingScheme = BoundingScheme.all {
        didSet { if boundingScheme != oldValue { setNeedsUpdate() } }
    }
    /// Off: plain aspect fill from the centre, without a look for features.
    public var boundingEnabled = true {
        didSet { if boundingEnabled != oldValue { setNeedsUpdate() } }
    }
    /// Whether new crops fade in, in 0.3 seconds; they do by default.
    public var animated = true
    /// What stands in as long as nothing else is to be seen; not cropped.
    public var placeholderImage: PixelBuffer? {
        didSet { if !content.isPicture { showStandIn() } }
    }
    /// The name for the next picture that is set without one, such as one from a file of settings; used once.
    public var imageCacheName: String?
    /// The picture as it was set or loaded; nil before there is one.
    public private(set) var originalImage: (any Picture)?
    /// What was found in the picture that is shown, in pixels of the original.
    public private(set) var foundFeatures: [Feature] = []
    /// Where the picture that is shown was cut out of the original, and why; nil where none is shown.
    public private(set) var plan: CropPlan?
    /// Why there is no crop of the picture that was set last; nil when there is one, or none yet. What was seen before stays.
    public private(set) var failure: (any Error)?
    /// Whether a picture is being loaded or cropped.
    public private(set) var isWorking = false

    /// A picture that is there, or one that is still to be had.
    enum Subject: Sendable {
        case picture(any Picture)
        case deferred(@Sendable () async throws -> any Picture)
    }

    /// Finds and crops; its cache is where crops are kept.
    @ObservationIgnored public private(set) var cropper: BoundedCropper
    nonisolated private let detector: any FeatureDetector
    private let loader: ImageLoader
    @ObservationIgnored private var subject: Subject?
    @ObservationIgnored private var name: String?
    /// The request that was begun for the subject, or is done, whatever the size.
    @ObservationIgnored private var begun: CropRequest?
    @ObservationIgnored private var work: OwnedTask?

    /// A view without a picture.
    /// - Parameters:
    ///   - cropper: detects, crops and caches; the one of the whole process by default.
    ///   - loader: fetches what `setImage(from:placeholder:)` names.
    public init(
        surface: any ImageSurface,
        cropper: BoundedCropper = .shared,
        loader: ImageLoader = .shared,
        timing: ViewTiming = ViewTiming()
    ) {
        self.cropper = cropper
        detector = cropper.detector
        self.loader = loader
        super.init(surface: surface, timing: timing)
        // Rectangles of a subclass of its own must not be taken for those of the detector, nor the other way round.
        if type(of: self) != BoundedImageView.self {
            let detector = OverridingDetector(base: cropper.detector, owner: String(reflecting: type(of: self))) { [weak self] found in
                self?.boundingRectangle(for: found)
            }
            self.cropper = BoundedCropper(detector: detector, cache: cropper.cache, workers: cropper.workers)
        }
    }

    /// The crop that is shown; nil when there is none. Setting it is `setImage(_:)`.
    public var image: PixelBuffer? {
        get { content.isPicture ? content.pixels : nil }
        set { setImage(newValue) }
    }

    /// Shows a picture, cropped; nil shows the placeholder.
    /// - Parameters:
    ///   - cacheName: has to change when the picture does. Without a name nothing is cached.
    ///   - placeholder: what stands in from now on, when given.
    public func setImage(_ picture: (any Picture)?, cacheName: String? = nil, placeholder: PixelBuffer? = nil) {
        take(picture.map { .picture($0) }, named: cacheName, placeholder)
        originalImage = picture
        begin()
    }

    /// Shows a picture from the web or a file, loaded first; its address is the name for the cache. A crop that is there needs no loading.
    public func setImage(from url: URL, placeholder: PixelBuffer? = nil) {
        setImage(named: url.absoluteString, placeholder: placeholder) { [loader] in try await loader.original(for: ImageRequest(url)).source
        }
    }

    /// Shows a picture that takes time to get, cropped. It is got only when no crop of it is there.
    /// - Parameters:
    ///   - cacheName: has to change when the picture does. Without a name nothing is cached.
    ///   - load: is told by the cancellation of its task when the picture is no longer wanted; must not block.
    public func setImage(
        named cacheName: String?,
        placeholder: PixelBuffer? = nil,
        from load: @escaping @Sendable () async throws -> any Picture
    ) {
        take(.deferred(load), named: cacheName, placeholder)
        begin()
    }

    /// Crops again at once, whether anything has changed or not, instead of at the end of the turn.
    public func fitToFeatures() {
        begun = nil
        begin()
    }

    /// Stops loading and detecting; what is shown stays. `fitToFeatures()`, or any change, starts again.
    public func halt() {
        work = nil
        begun = nil
        isWorking = false
    }

    /// Forgets every crop in the cropper's cache. What is shown stays.
    public func clearCache() {
        cropper.cache?.clear()
    }

    /// The rectangle that the crop has to hold, in pixels of the upright picture; nil when there is nothing to hold.
    ///
    /// By default what the detector makes of its features. Override it to hold something else. It is called off the main actor, perhaps
    /// several times at once, and its result may be cached: it has to depend on nothing but what it is given.
    nonisolated open func boundingRectangle(for found: FoundFeatures) -> Rect? {
        detector.boundingRectangle(of: found.features, in: found.picture, scheme: found.scheme, padding: found.padding)
    }

    /// What is wanted of a picture now, whatever the size; nil for bounds that have no area to show anything on.
    private var wish: CropRequest? {
        guard !bounds.bounds.isEmpty else { return nil }
        var request = CropRequest(.aspect(AspectRatio(bounds)))
        request.padding = boundingPadding
        request.accuracy = detectorAccuracy
        request.scheme = boundingScheme
        request.detectsFeatures = boundingEnabled
        request.allowsUpscaling = false
        return request
    }

    override func boundsDidChange(from old: PixelSize) { setNeedsUpdate() }

    override func update() {
        if wish != begun {
            begin()
        } else if var wish, let plan, let image, !isWorking {
            wish.shape = .size(bounds)
            if wish.outputSize(for: plan.crop).area > image.size.area { begin(again: plan) }
        }
    }

    private func take(_ subject: Subject?, named cacheName: String?, _ placeholder: PixelBuffer?) {
        work = nil
        begun = nil
        failure = nil
        originalImage = nil
        self.subject = subject
        name = cacheName ?? imageCacheName
        imageCacheName = nil
        if let placeholder { placeholderImage = placeholder }
    }

    /// Shows the crop that is wanted now: from the cache, or once it is made.
    /// - Parameter plan: what is shown already, when only its pixels are too few.
    private func begin(again plan: CropPlan? = nil) {
        work = nil
        begun = wish
        guard let subject else { return end(showing: nil) }
        guard var request = wish else { return showStandIn() }
        request.shape = .size(bounds)
        if let name, let crop = try? cropper.cachedCrop(named: name, to: request) { return finish(crop, .none) }
        showStandIn()
        isWorking = true
        work = OwnedTask { [weak self, cropper, name, request] in
            do {
                let picture = try await subject.picture
                guard !Task.isCancelled else { return }
                self?.keep(picture)
                let crop =
                    if let plan {
                        try await cropper.render(plan, of: picture, for: request)
                    } else {
                        try await cropper.crop(picture, named: name, to: request)
                    }
                guard !Task.isCancelled, let self else { return }
                finish(crop, animated && plan == nil ? .crossfade(Self.fade) : .none)
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
    }

    private func keep(_ picture: any Picture) {
        subject = .picture(picture)
        originalImage = picture
    }

    private func finish(_ crop: CroppedPicture, _ transition: Transition) {
        end(showing: crop.plan)
        show(.picture(crop.pixels), transition)
    }

    private func fail(_ error: any Error) {
        work = nil
        isWorking = false
        failure = error
    }

    private func end(showing plan: CropPlan?) {
        isWorking = false
        failure = nil
        self.plan = plan
        foundFeatures = plan?.features.map(\.feature) ?? []
        if plan == nil { show(placeholderImage.map { .placeholder($0) } ?? .nothing, .none) }
    }

    /// The placeholder, as long as nothing better is to be seen.
    private func showStandIn() {
        let standIn = placeholderImage.map { ImageContent.placeholder($0) } ?? .nothing
        if !content.isPicture, content != standIn { show(standIn, .none) }
    }

    private static let fade = Duration.milliseconds(300)
}

extension BoundedImageView.Subject {
    fileprivate var picture: any Picture {
        get async throws {
            switch self {
            case .picture(let picture): picture
            case .deferred(let load): try await load()
            }
        }
    }
}
