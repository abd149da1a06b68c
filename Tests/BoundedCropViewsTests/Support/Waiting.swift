import BoundedCropViews

/// Waits until the main actor has done what it had to do before this call.
@MainActor func endOfTurn() async {
    await Task { @MainActor in }.value
}

extension BlurScheduler {
    /// Waits until all turns that were wanted before this call have ended. The scheduler must have one thread: a view that joins the queue
    /// last then gets its turn after all others.
    func finishTurns() async {
        // Changes of observed content are noticed in a task of their own.
        await endOfTurn()
        let source = PictureStack([Shade.gray.picture(4, 4)])
        let last = BlurView(surface: RecordingSurface(4, 4), underlying: source, scheduler: self)
        await withCheckedContinuation { continuation in last.updateAsynchronously { continuation.resume() } }
        withExtendedLifetime((source, last)) {}
    }
}
