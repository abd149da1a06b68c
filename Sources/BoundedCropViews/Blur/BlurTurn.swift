internal import BoundedCrop

/// Where a blur view stands: what it waits for, and why.
struct BlurTurn {
    enum State {
        /// Not in line; perhaps nothing is to be done.
        case idle
        /// Until the update interval is over.
        case pausing
        /// In the scheduler's line.
        case waiting
        case blurring
    }

    var state = State.idle
    /// Whether the view was told to blur, or one of its properties changed.
    var isWanted = true
    /// Whether what lies beneath may look otherwise than when it was blurred last.
    var underlyingHasChanged = false
    /// When the last one began.
    var begin: Duration?
    /// What was blurred last, where that has to be compared.
    var picture: PixelBuffer?
    var pause: OwnedTask?
    var work: OwnedTask?
    /// To be called after the next turn that begins.
    var completions: [@MainActor () -> Void] = []
    /// To be called after the turn that is being taken.
    var completionsOfThis: [@MainActor () -> Void] = []
    /// Whether what lies beneath will tell of a change.
    private(set) var isWatching = false
    private var watch: UInt64 = 0

    mutating func beginWatch() -> UInt64 {
        isWatching = true
        watch += 1
        return watch
    }

    mutating func endWatch() { isWatching = false }

    /// Whether it was the latest watch that told of a change; it has told all then.
    mutating func endWatch(_ number: UInt64) -> Bool {
        guard isWatching, number == watch else { return false }
        isWatching = false
        return true
    }
}

extension BlurView {
    /// Gets in line, now or when the update interval is over, if there is anything to blur.
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

    /// Called by the scheduler when it is this view's turn. Nil when there is nothing to do on a thread.
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

    /// Called when what the turn began is done.
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
        // Nobody would tell of a change: look again.
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

    /// How long it is to the next turn that nobody asked for.
    private var timeToRest: Duration {
        guard let begin = turn.begin else { return .zero }
        let looksOrMoves = isAnimating || underlying?.isObservable == false
        return begin + (looksOrMoves ? max(updateInterval, Self.frame) : updateInterval) - timing.now()
    }

    /// No screen shows more.
    private static let frame = Duration.seconds(1) / 60
}
