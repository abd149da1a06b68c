#if HTTP
import BoundedCrop
import BoundedCropViews
import CLibrary
import Dispatch

/// Shows pictures one after the other on a terminal, advancing by key or by time.
@MainActor final class Slideshow {
    private enum Event { case next, back, quit }

    private let device: TerminalDevice
    private let surface: TerminalSurface
    private let view: BoundedImageView
    private let sources: PictureSources

    init(device: TerminalDevice, graphics: TerminalGraphics, sources: PictureSources) {
        self.device = device
        self.sources = sources
        surface = TerminalSurface(terminal: device.size, graphics: graphics) { try device.write($0) }
        view = BoundedImageView(surface: surface)
        view.boundingPadding = .standard
    }

    /// Shows the pictures until the last one is left or the viewer quits, then restores the terminal. Returns the pictures that could not
    /// be shown.
    func run(_ files: PictureFiles, scheme: BoundingScheme, pause: Duration?) async throws -> [InputFailure] {
        let resizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
        let takeSize: @Sendable () -> Void = { [surface, device] in
            MainActor.assumeIsolated { surface.terminal = device.size }
        }
        resizes.setEventHandler(handler: takeSize)
        // The size may have changed before the signal handler was registered.
        resizes.setRegistrationHandler(handler: takeSize)
        resizes.resume()
        device.beginReadingKeys()
        surface.enter()
        view.boundingScheme = scheme
        let result: Result<[InputFailure], any Error>
        do { result = .success(try await turn(files, pause)) } catch { result = .failure(error) }
        await surface.leave()
        device.endReadingKeys()
        resizes.cancel()
        return try result.get()
    }

    private func turn(_ files: PictureFiles, _ pause: Duration?) async throws -> [InputFailure] {
        let (events, event) = AsyncStream<Event>.makeStream()
        let keys = Task { [device] in await Self.read(device, into: event) }
        defer { keys.cancel() }
        var failures: [InputFailure] = []
        var iterator = events.makeAsyncIterator()
        // Those that were seen, to go back to.
        var entries: [PictureEntry] = []
        var rest = files.makeAsyncIterator()
        var index = 0
        while true {
            if index == entries.count {
                switch await rest.next() {
                case .success(let entry)?: entries.append(entry)
                case .failure(let failure)?:
                    if !failure.isLeftOut { failures.append(failure) }
                    continue
                case nil: return failures
                }
            }
            if let error = try await show(entries[index]) {
                // Removed, so that going back does not end here.
                let entry = entries.remove(at: index)
                if entry.reasonToLeaveOut(error) == nil { failures.append(InputFailure(path: entry.path, error: error)) }
                continue
            }
            let timer = pause.map { pause in Task { if (try? await Task.sleep(for: pause)) != nil { event.yield(.next) } } }
            defer { timer?.cancel() }
            switch await iterator.next() {
            case .next: index += 1
            case .back: index = max(0, index - 1)
            case .quit, nil: return failures
            }
        }
    }

    /// Shows a picture and returns when it has been drawn, or returns the error.
    private func show(_ entry: PictureEntry) async throws -> BoundedCropError? {
        view.setImage(named: entry.path == "-" ? nil : entry.path) { [sources] in
            if let loaded = try await sources.loaded(entry) { return loaded }
            return try await WorkerPool.shared.run { try sources.read(entry, $0) }
        }
        surface.showActivityIndicator(view.isWorking)
        try await Observing.until { [view] in !view.isWorking }
        surface.showActivityIndicator(false)
        await surface.finishDrawing()
        if let failure = surface.failure { throw failure }
        return view.failure.map { $0 as? BoundedCropError ?? BoundedCropError(.detectionFailed, "\($0)", underlying: $0) }
    }

    /// Reads keys as they are pressed, until the task is cancelled or the terminal is closed.
    private nonisolated static func read(_ device: TerminalDevice, into event: AsyncStream<Event>.Continuation) async {
        // A separate thread, because it waits most of the time.
        try? await WorkerPool(threadCount: 1).run { cancellation in
            while !cancellation.isCancelled, let keys = device.readKeys(within: .milliseconds(100)) {
                for key in keys {
                    switch key {
                    case UInt8(ascii: " "), UInt8(ascii: "n"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): event.yield(.next)
                    case UInt8(ascii: "b"): event.yield(.back)
                    case UInt8(ascii: "q"): event.yield(.quit)
                    default: break
                    }
                }
            }
        }
        event.finish()
    }
}
#endif
