public import BoundedCrop
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Shows pictures cropped to the shape of its bounds, keeping the faces visible.
///
///     let view = BoundedImageView(surface: surface)
///     view.setImage(photo, cacheName: "photo", placeholder: gray)
///
/// The crop has as many pixels as the bounds need and is never enlarged. A change of any property, or of the shape of the bounds, triggers
/// a new crop; if only the size of the bounds grows, the same crop is rendered with more pixels. A cached crop is shown immediately; any
/// other fades in when it is ready. Setting a picture cancels work on the previous one, which is never shown afterwards.
///
/// To keep something other than faces visible, use a cropper with another detector, or override ``boundingRectangle(for:)``.
@MainActor @Observable open class BoundedImageView: ImageView {
    /// The padding around each feature, because detectors leave out foreheads; 10 pixels of the picture by default.
    public var boundingPadding = Padding(.pixels(10)) {
        didSet { if boundingPadding != oldValue { setNeedsUpdate() } }
    }
    /// The accuracy of detection; low by default.
    public var detectorAccuracy = DetectionAccuracy.low {
        didSet { if detectorAccuracy != oldValue { setNeedsUpdate() } }
    }
    /// Which features must stay visible; all by default.
    public var boundingScheme = BoundingScheme.all {
        didSet { if boundingScheme != oldValue { setNeedsUpdate() } }
    }
    /// If false, the view uses plain aspect fill from the center, without detection.
    public var boundingEnabled = true {
        didSet { if boundingEnabled != oldValue { setNeedsUpdate() } }
    }
    /// Whether new crops fade in over 0.3 seconds; true by default.
    public var animated = true
    /// Whether a change of the bounds triggers a new crop; true by default. Set it to false before the bounds are animated and to true
    /// afterwards: then one crop is made at the end, not one for each frame.
    public var followsBounds = true {
        didSet { if followsBounds, !oldValue { setNeedsUpdate() } }
    }
    /// The placeholder, shown uncropped while there is no picture.
    public var placeholderImage: PixelBuffer? {
        didSet { if !content.isPicture { showStandIn() } }
    }
    /// The cache name for the next picture set without one, for example from a settings file; used once.
    public var imageCacheName: String?
    /// The original picture as set or loaded; nil before there is one.
    public private(set) var originalImage: (any Picture)?
    /// The features found in the picture shown, in pixels of the original.
    public private(set) var foundFeatures: [Feature] = []
    /// Which part of the original is shown, and why; nil if no crop is shown.
    public private(set) var plan: CropPlan?
    /// Whether a picture is being loaded or cropped.
    package private(set) var isWorking = false

    /// A picture, or a closure that provides it.
    enum Subject: Sendable {
        /// Returns the picture, and its name in the cache if that is known only now.
        typealias Load = @Sendable () async throws -> (picture: any Picture, name: String?)

        case picture(any Picture)
        case deferred(Load)
    }

    /// Detects and crops. Its cache stores the crops.
    @ObservationIgnored package private(set) var cropper: BoundedCropper
    nonisolated private let detector: any FeatureDetector
    private let loader: ImageLoader
    @ObservationIgnored private var subject: Subject?
    @ObservationIgnored private var name: String?
    /// Where the subject is loaded from, if the view does that.
    @ObservationIgnored private var url: URL?
    /// The request that was started or completed for the subject, without the size.
    @ObservationIgnored private var begun: CropRequest?
    @ObservationIgnored private var work: OwnedTask?

    /// Creates a view without a picture.
    /// - Parameters:
    ///   - surface: Where the view shows its pictures.
    ///   - cropper: Detects, crops and caches; by default the shared cropper of the process.
    ///   - loader: Loads the pictures of ``setImage(from:cacheName:placeholder:)``.
    ///   - timing: The clock of the view.
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
        // Cached rectangles of a subclass must not be mixed up with those of the detector.
        if type(of: self) != BoundedImageView.self {
            let detector = OverridingDetector(base: cropper.detector, owner: String(reflecting: type(of: self))) { [weak self] found in
                self?.boundingRectangle(for: found)
            }
            self.cropper = BoundedCropper(detector: detector, cache: cropper.cache, workers: cropper.workers)
        }
    }

    /// The crop shown; nil if there is none. Setting it calls ``setImage(_:cacheName:placeholder:)``.
    public var image: PixelBuffer? {
        get { content.isPicture ? content.pixels : nil }
        set { setImage(newValue) }
    }

    /// Shows a picture, cropped; nil shows the placeholder.
    /// - Parameters:
    ///   - picture: The picture.
    ///   - cacheName: Must change when the picture does. Without a name, a file is cached under its content.
    ///   - placeholder: If not nil, the new placeholder.
    public func setImage(_ picture: (any Picture)?, cacheName: String? = nil, placeholder: PixelBuffer? = nil) {
        take(picture.map { .picture($0) }, named: cacheName, placeholder)
        originalImage = picture
        begin()
    }

    /// Loads a picture from the web or a file and shows it, cropped. If the crop is cached, nothing is loaded.
    /// - Parameters:
    ///   - url: The URL of the picture.
    ///   - cacheName: The name of the crop in the cache, for example without a part of the URL that changes; by default the URL, with what
    ///     tells apart the loader's requests for it (`cacheScope`, method and body). A name of one's own must do so too.
    ///   - placeholder: If not nil, the new placeholder.
    public func setImage(from url: URL, cacheName: String? = nil, placeholder: PixelBuffer? = nil) {
        let load: Subject.Load = { [loader] in
            let (name, original) = try await loader.namedOriginal(of: url)
            return (original.source, cacheName ?? name)
        }
        take(.deferred(load), named: cacheName ?? loader.name(of: url), placeholder)
        self.url = url
        begin()
    }

    /// Loads a picture with a closure and shows it, cropped. If the crop is cached, the closure is not called.
    /// - Parameters:
    ///   - cacheName: Must change when the picture does. Without a name, a file is cached under its content.
    ///   - placeholder: If not nil, the new placeholder.
    ///   - load: Must not block. Its task is cancelled when the picture is no longer needed.
    public func setImage(
        named cacheName: String?,
        placeholder: PixelBuffer? = nil,
        from load: @escaping @Sendable () async throws -> any Picture
    ) {
        take(.deferred { (try await load(), nil) }, named: cacheName, placeholder)
        begin()
    }

    /// Crops again immediately, even if nothing has changed, instead of at the end of the turn.
    public func fitToFeatures() {
        begun = nil
        begin()
    }

    /// Stops loading and detection; the current content stays. `fitToFeatures()` or any change starts again.
    public func halt() {
        work = nil
        begun = nil
        isWorking = false
    }

    /// Removes all crops from the cropper's cache. The current content stays.
    public func clearCache() {
        cropper.cache?.clear()
    }

    /// Returns the rectangle that the crop must contain, in pixels of the upright picture, or nil for none.
    ///
    /// By default, the detector's bounding rectangle of the features. Override it to keep something else visible. It is called off the main
    /// actor, possibly several times concurrently, and its result may be cached, so it must depend only on its argument.
    nonisolated open func boundingRectangle(for found: FoundFeatures) -> Rect? {
        detector.boundingRectangle(of: found.features, in: found.picture, scheme: found.scheme, padding: found.padding)
    }

    /// The request for the current settings, without the size; nil if the bounds are empty.
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

    override func boundsDidChange(from old: PixelSize) {
        if followsBounds { setNeedsUpdate() }
    }

    override func update() {
        if wish != begun {
            begin()
        } else if var wish, let plan, let image, !isWorking {
            wish.shape = .size(bounds)
            if wish.outputSize(for: plan).area > image.size.area { begin(again: plan) }
        }
    }

    private func take(_ subject: Subject?, named cacheName: String?, _ placeholder: PixelBuffer?) {
        work = nil
        begun = nil
        failure = nil
        originalImage = nil
        url = nil
        self.subject = subject
        name = cacheName ?? imageCacheName
        imageCacheName = nil
        if let placeholder { placeholderImage = placeholder }
    }

    /// Shows the current crop from the cache, or starts making it.
    /// - Parameter plan: The plan of the crop shown, if only more pixels are needed.
    private func begin(again plan: CropPlan? = nil) {
        work = nil
        begun = wish
        guard let subject else { return end(showing: nil) }
        guard var request = wish else {
            isWorking = false
            return showStandIn()
        }
        request.shape = .size(bounds)
        if let name, mayShowCached, let crop = try? cropper.cachedCrop(named: name, to: request) { return finish(crop, .none) }
        showStandIn()
        isWorking = true
        work = OwnedTask { [weak self, cropper, name, request] in
            do {
                let (picture, newName) = try await subject.loaded
                guard !Task.isCancelled else { return }
                let name = newName ?? name
                self?.keep(picture, name)
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

    /// Whether the loader would load the picture. A crop may be in the cache from another loader or an earlier configuration.
    private var mayShowCached: Bool { url.map { loader.allows($0) } ?? true }

    private func keep(_ picture: any Picture, _ name: String?) {
        subject = .picture(picture)
        self.name = name
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

    /// Shows the placeholder unless there is a picture.
    private func showStandIn() {
        let standIn = placeholderImage.map { ImageContent.placeholder($0) } ?? .nothing
        if !content.isPicture, content != standIn { show(standIn, .none) }
    }

    private static let fade = Duration.milliseconds(300)
}

extension BoundedImageView.Subject {
    fileprivate var loaded: (picture: any Picture, name: String?) {
        get async throws {
            switch self {
            case .picture(let picture): (picture, nil)
            case .deferred(let load): try await load()
            }
        }
    }
}
