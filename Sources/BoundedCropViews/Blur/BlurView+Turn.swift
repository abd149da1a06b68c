internal import BoundedCrop

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
        let onlyLooks = !turn.isWanted && !isAnimating && beneath?.isObservable == false
        let now = timing.now()
        turn.number += 1
        // Those of a turn that this one overtakes are still there.
        turn.completionsOfThis += turn.completions
        turn.completions = []
        turn.isWanted = false
        turn.underlyingHasChanged = false
        turn.begin = now
        // First, so that an animation that is over has moved the overlay to its end.
        endAnimations(at: now)
        moveOverlay(at: now)
        guard let job = makeJob(at: now) else {
            turn.sight = nil
            showNothing()
            settle(isInQueue: true)
            return nil
        }
        let last = turn.sight
        turn.sight = beneath?.isObservable == false ? job.sight : nil
        if onlyLooks, let last, last == turn.sight {
            settle(isInQueue: true)
            return nil
        }
        turn.state = .blurring
        return job
    }

    /// Called when the work of a turn is done. The result of a turn that was overtaken is dropped.
    func endTurn(_ number: UInt64, _ result: Result<PixelBuffer, any Error>) {
        guard number == turn.number else { return }
        finish(result)
        settle(isInQueue: false)
    }

    /// Blurs on the main actor, before everything that waits or is under way. A thread that blurs the view is told to stop, not waited for.
    func takeTurnNow() {
        scheduler.leave(self)
        turn.pause = nil
        turn.work = nil
        turn.state = .waiting
        if let job = beginTurn() { endTurn(turn.number, Result { try job.run(Cancellation()) }) }
    }

    /// - Parameter isInQueue: Whether the scheduler is about to give turns. A completion that requests another blur would otherwise call
    ///   the scheduler out of its own call, again and again.
    private func settle(isInQueue: Bool) {
        turn.state = .idle
        let completions = turn.completionsOfThis
        turn.completionsOfThis = []
        for completion in completions { completion() }
        // Changes are not reported, so check again.
        if isBlurring, beneath?.isObservable == false { turn.underlyingHasChanged = true }
        if isInQueue { setNeedsUpdate() } else { requestTurn() }
    }

    private func endPause() {
        turn.state = .idle
        turn.pause = nil
        requestTurn()
    }

    /// The time until the next automatic turn.
    private var timeToRest: Duration {
        guard let begin = turn.begin else { return .zero }
        let looks = beneath?.isObservable == false
        let interval = isAnimating ? Self.frame : looks ? max(updateInterval, Self.frame) : updateInterval
        return begin + interval - timing.now()
    }

    /// The interval of the highest frame rate used: 60 frames per second.
    private static let frame = Duration.seconds(1) / 60
}
