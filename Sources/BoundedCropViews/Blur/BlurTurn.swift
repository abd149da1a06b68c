internal import BoundedCrop

/// The scheduling state of a blur view.
struct BlurTurn {
    enum State {
        /// Not queued; possibly nothing to do.
        case idle
        /// Waiting for the update interval to end.
        case pausing
        /// In the scheduler's queue.
        case waiting
        case blurring
    }

    var state = State.idle
    /// Whether a blur was requested or a property changed.
    var isWanted = true
    /// Whether the content beneath may have changed since the last blur.
    var underlyingHasChanged = false
    /// When the last turn began.
    var begin: Duration?
    /// The picture blurred last, if it must be compared with the next one.
    var picture: PixelBuffer?
    var pause: OwnedTask?
    var work: OwnedTask?
    /// Called after the next turn that begins.
    var completions: [@MainActor () -> Void] = []
    /// Called after the current turn.
    var completionsOfThis: [@MainActor () -> Void] = []
    /// Whether a change of the content beneath will be reported.
    private(set) var isWatching = false
    private var watch: UInt64 = 0

    mutating func beginWatch() -> UInt64 {
        isWatching = true
        watch += 1
        return watch
    }

    mutating func endWatch() { isWatching = false }

    /// Ends the watch that reported a change. Returns false if it is not the latest one.
    mutating func endWatch(_ number: UInt64) -> Bool {
        guard isWatching, number == watch else { return false }
        isWatching = false
        return true
    }
}

extension BlurView {
    /// Joins the queue, now or after the update interval, if there is anything to blur.
    func requestTurn() {
        if turn.state == .pausing, turn.isWanted {
            turn.pause = nil
            turn.state = .idle
        }
        guard turn.state == .idle else { return }
        let follows = dynamic && scheduler.updatesEnabled && turn.underlyingHasChanged
        guard turn.isWanted || isAnimating || follows else { return }
        let rest = turn.isWanted ? .zero : timeToRest
        if rest > .zero {
            turn.state = .pausing
            turn.pause = OwnedTask { [weak self, timing] in
                try? await timing.sleep(rest)
                if !Task.isCancelled { self?.endPause() }
            }
        } else {
            turn.state = .waiting
            scheduler.wait(self)
        }
    }

    /// Called by the scheduler when it is this view's turn. Returns nil if there is no work for a thread.
    func beginTurn() -> BlurJob? {
        let onlyLooks = !turn.isWanted && !isAnimating && underlying?.isObservable == false
        turn.completionsOfThis = turn.completions
        turn.completions = []
        turn.isWanted = false
        turn.underlyingHasChanged = false
        turn.begin = timing.now()
        guard let job = makeJob() else {
            turn.picture = nil
            showNothing()
            settle()
            return nil
        }
        let last = turn.picture
        turn.picture = underlying?.isObservable == false ? job.picture as? PixelBuffer : nil
        if onlyLooks, let last, last == turn.picture {
            settle()
            return nil
        }
        turn.state = .blurring
        return job
    }

    /// Called when the work of the turn is done.
    func endTurn(_ result: Result<PixelBuffer, any Error>) {
        finish(result)
        settle()
    }

    func underlyingDidChange(_ watch: UInt64) {
        guard turn.endWatch(watch) else { return }
        turn.underlyingHasChanged = true
        requestTurn()
    }

    private func settle() {
        turn.state = .idle
        let completions = turn.completionsOfThis
        turn.completionsOfThis = []
        for completion in completions { completion() }
        // Changes are not reported, so check again.
        if isBlurring, underlying?.isObservable == false { turn.underlyingHasChanged = true }
        requestTurn()
    }

    private func endPause() {
        turn.state = .idle
        turn.pause = nil
        guard timeToRest <= .zero else { return requestTurn() }
        turn.state = .waiting
        scheduler.wait(self)
    }

    /// The time until the next automatic turn.
    private var timeToRest: Duration {
        guard let begin = turn.begin else { return .zero }
        let looksOrMoves = isAnimating || underlying?.isObservable == false
        return begin + (looksOrMoves ? max(updateInterval, Self.frame) : updateInterval) - timing.now()
    }

    /// The interval of the highest frame rate used: 60 frames per second.
    private static let frame = Duration.seconds(1) / 60
}
