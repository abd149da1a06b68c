public import BoundedCrop
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Shows pictures by their URLs, on any surface.
///
///     let view = AsyncImageView(surface: surface)
///     view.imageURL = thumbnail
///     view.imageURL = photo
///
/// URLs set in a row are shown in that order; when a later one is there first, the earlier ones are given up. When the view goes, its loads
/// are cancelled, unless somebody else waits for them. `ImageLoader.events` tells of every load.
@MainActor @Observable public final class AsyncImageView: ImageView {
    /// The URL that was set last. Setting one loads it, after those that were set before; nil gives them all up and shows the placeholder.
    public var imageURL: URL? {
        didSet {
            if let imageURL { load(imageURL, LoadingOption(processors: processors)) } else { clear() }
        }
    }
    /// What is done with pictures that are set by `imageURL`, from the next one on.
    public var processors: [any ImageEffect] = []
    /// What stands in as long as nothing else is to be seen.
    public var placeholderImage: PixelBuffer? {
        didSet { if !content.isPicture { showStandIn() } }
    }
    /// Whether the surface shows that something is loaded while no picture is to be seen; it does by default.
    public var showActivityIndicator = true { didSet { updateActivityIndicator() } }
    /// How long a picture takes to fade in; 0.4 seconds by default, zero for no fade. One that was in memory is there at once.
    public var crossfadeDuration = Duration.milliseconds(400)
    /// Whether a picture is on its way.
    public private(set) var isLoading = false {
        didSet { updateActivityIndicator() }
    }
    /// Why the last load failed; nil as soon as another begins or succeeds.
    public private(set) var failure: (any Error)?

    private struct Load {
        let number: UInt64
        let loader: ImageLoader
    }

    private let loader: ImageLoader
    private let target = LoadTarget()
    @ObservationIgnored private var loads: [Load] = []
    @ObservationIgnored private var lastNumber: UInt64 = 0
    @ObservationIgnored private var indicatorIsShown = false

    /// A view without a picture.
    /// - Parameter loader: fetches, processes and caches; the one of the whole process by default.
    public init(surface: any ImageSurface, loader: ImageLoader = .shared, timing: ViewTiming = ViewTiming()) {
        self.loader = loader
        super.init(surface: surface, timing: timing)
    }

    /// The picture that is shown; nil when there is none. Setting it gives up all loads.
    public var image: PixelBuffer? {
        get { content.isPicture ? content.pixels : nil }
        set {
            cancel()
            show(newValue.map { .picture($0) } ?? standIn, .none)
        }
    }

    /// Loads a picture and shows it; what was set before is given up.
    /// - Parameters:
    ///   - placeholder: shown meanwhile, in place of what is seen now; not when the picture is in memory.
    ///   - option: processors, displayer, and a loader with a downloader and a storage of its own.
    ///   - completion: called once with the picture or what went wrong; not for a load that was given up.
    public func setImage(
        url: URL,
        placeholder: PixelBuffer? = nil,
        option: LoadingOption = LoadingOption(),
        completion: (@MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void)? = nil
    ) {
        cancel()
        load(url, option, placeholder: placeholder, completion)
    }

    /// Gives up all loads of this view. What is shown stays.
    public func cancel() {
        for load in loads { load.loader.cancel(target: target) }
        loads = []
        if isLoading { isLoading = false }
    }

    private func load(
        _ url: URL,
        _ option: LoadingOption,
        placeholder: PixelBuffer? = nil,
        _ completion: (@MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void)? = nil
    ) {
        let loader = option.loader ?? loader
        let request = ImageRequest(url, processors: option.processors, priority: option.priority, cachePolicy: option.cachePolicy)
        failure = nil
        if let picture = loader.cachedImage(for: request) {
            cancel()
            show(.picture(picture), .none, by: option.displayer)
            completion?(.success(picture))
            return
        }
        if let placeholder { show(.placeholder(placeholder), .none, by: option.displayer) } else { showStandIn() }
        lastNumber += 1
        let number = lastNumber
        loads.append(Load(number: number, loader: loader))
        isLoading = true
        loader.load(request, for: target) { [weak self] result in
            Task { @MainActor in self?.finish(number, result, option.displayer, completion) }
        }
    }

    /// A load has ended. Word of two that end close to each other may come in either order: what was given up by then is ignored.
    private func finish(
        _ number: UInt64,
        _ result: Result<PixelBuffer, any Error>,
        _ displayer: (any ImageDisplayer)?,
        _ completion: (@MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void)?
    ) {
        guard let ended = loads.first(where: { $0.number == number }) else { return }
        switch result {
        case .success(let picture):
            // A loader gives up the earlier ones by itself, but knows nothing of those of another.
            for load in loads where load.number < number && load.loader !== ended.loader { load.loader.cancel(target: target) }
            loads.removeAll { $0.number <= number }
            failure = nil
            show(.picture(picture), crossfadeDuration > .zero ? .crossfade(crossfadeDuration) : .none, by: displayer)
        case .failure(let error):
            loads.removeAll { $0.number == number }
            failure = error
        }
        isLoading = !loads.isEmpty
        completion?(result)
    }

    private func clear() {
        cancel()
        show(standIn, .none)
    }

    private var standIn: ImageContent { placeholderImage.map { .placeholder($0) } ?? .nothing }

    private func showStandIn() {
        if !content.isPicture, content != standIn { show(standIn, .none) }
    }

    private func updateActivityIndicator() {
        let isWanted = isLoading && showActivityIndicator && !content.isPicture
        guard isWanted != indicatorIsShown else { return }
        indicatorIsShown = isWanted
        surface.showActivityIndicator(isWanted)
    }
}
