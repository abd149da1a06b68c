public import BoundedCrop
public import BoundedCropLoading
public import FoundationEssentials
public import Observation

/// Loads pictures by URL and shows them on any surface.
///
///     let view = AsyncImageView(surface: surface)
///     view.imageURL = thumbnail
///     view.imageURL = photo
///
/// URLs set in a row are loaded and shown in that order; if a later one finishes first, the earlier ones are cancelled. When the view is
/// released, its loads are cancelled, unless someone else waits for them. `ImageLoader.events` reports every load.
///
/// The view is the target of its loads: `loader.cancel(url: url, target: view)` ends one of them, and `loader.url(for: view)` is the URL
/// that it shows or will show.
@MainActor @Observable public final class AsyncImageView: ImageView, LoadTargetOwner {
    /// The URL that was set last. Setting a URL loads it after those set before; setting nil cancels all loads and shows the placeholder.
    public var imageURL: URL? {
        didSet {
            if let imageURL { load(imageURL, LoadingOption(processors: processors)) } else { clear() }
        }
    }
    /// The processors for pictures set by `imageURL`, starting with the next one.
    public var processors: [any ImageEffect] = []
    /// The picture shown while there is no other content.
    public var placeholderImage: PixelBuffer? {
        didSet { if !content.isPicture { showStandIn() } }
    }
    /// Whether the surface shows an activity indicator while loading without a picture; true by default.
    public var showActivityIndicator = true { didSet { updateActivityIndicator() } }
    /// The duration of the fade-in of a loaded picture; 0.4 seconds by default, zero for none. Pictures from memory appear immediately,
    /// except those of `file` URLs.
    public var crossfadeDuration = Duration.milliseconds(400)
    /// Whether a picture is being loaded.
    public private(set) var isLoading = false {
        didSet { updateActivityIndicator() }
    }

    private struct Load {
        let number: UInt64
        let loader: ImageLoader
    }

    /// The target of the view's loads.
    nonisolated package let loadTarget = LoadTarget()
    private let loader: ImageLoader
    @ObservationIgnored private var loads: [Load] = []
    @ObservationIgnored private var lastNumber: UInt64 = 0
    /// The load that is just being requested: a picture that comes now is from memory.
    @ObservationIgnored private var beginning: UInt64?
    @ObservationIgnored private var indicatorIsShown = false

    /// Creates a view without a picture.
    /// - Parameters:
    ///   - surface: Where the view shows its pictures.
    ///   - loader: Fetches, processes and caches pictures; by default the shared loader of the process.
    ///   - timing: The clock of the view.
    public init(surface: any ImageSurface, loader: ImageLoader = .shared, timing: ViewTiming = ViewTiming()) {
        self.loader = loader
        super.init(surface: surface, timing: timing)
    }

    /// The picture shown; nil if there is none. Setting it does not end loads, whose pictures replace it: it may serve as a placeholder.
    public var image: PixelBuffer? {
        get { content.isPicture ? content.pixels : nil }
        set {
            show(newValue.map { .picture($0) } ?? standIn, .none)
            updateActivityIndicator()
        }
    }

    /// Loads a picture and shows it, cancelling all previous loads.
    /// - Parameters:
    ///   - url: The URL of the picture.
    ///   - placeholder: Shown while loading, in place of the current content. Not shown if the picture is in memory,
    ///     except that of a `file` URL.
    ///   - option: The processors, displayer, loader, priority and cache policy for this load.
    ///   - completion: Called once with the picture or the error; not called for a cancelled load.
    public func setImage(
        url: URL,
        placeholder: PixelBuffer? = nil,
        option: LoadingOption = LoadingOption(),
        completion: (@MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void)? = nil
    ) {
        cancel()
        load(url, option, placeholder: placeholder, completion)
    }

    /// Cancels all loads of this view. The current content stays.
    public func cancel() {
        let cancelled = loads
        loads = []
        for load in cancelled { load.loader.cancel(target: self) }
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
        lastNumber += 1
        let number = lastNumber
        loads.append(Load(number: number, loader: loader))
        beginning = number
        loader.load(request, for: self) { [weak self] result in
            self?.finish(number, result, option.displayer, completion)
        } whenCancelled: { [weak self] isOnMainActor in
            if isOnMainActor {
                MainActor.assumeIsolated { self?.forget(number) }
            } else {
                Task { @MainActor in self?.forget(number) }
            }
        }
        beginning = nil
        // A picture in memory has been shown by now.
        guard loads.last?.number == number else { return }
        if let placeholder { show(.placeholder(placeholder), .none, by: option.displayer) } else { showStandIn() }
        isLoading = true
    }

    /// Stops waiting for a load that was cancelled by someone else.
    private func forget(_ number: UInt64) {
        guard loads.contains(where: { $0.number == number }) else { return }
        loads.removeAll { $0.number == number }
        isLoading = !loads.isEmpty
    }

    private func finish(
        _ number: UInt64,
        _ result: Result<PixelBuffer, any Error>,
        _ displayer: (any ImageDisplayer)?,
        _ completion: (@MainActor @Sendable (Result<PixelBuffer, any Error>) -> Void)?
    ) {
        guard let ended = loads.first(where: { $0.number == number }) else { return }
        switch result {
        case .success(let picture):
            // A loader cancels its own earlier loads but does not know those of other loaders.
            for load in loads where load.number < number && load.loader !== ended.loader { load.loader.cancel(target: self) }
            loads.removeAll { $0.number <= number }
            failure = nil
            let fades = crossfadeDuration > .zero && beginning != number
            show(.picture(picture), fades ? .crossfade(crossfadeDuration) : .none, by: displayer)
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
