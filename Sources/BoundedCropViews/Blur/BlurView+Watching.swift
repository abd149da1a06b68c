internal import BoundedCrop
internal import Observation

extension BlurView {
    /// Returns the content beneath, the frame to blur and the scale, and watches all of it for changes.
    func look(at beneath: any BlurSource, _ now: Duration) -> (picture: (any Picture)?, frame: Rect?, pixelsPerPoint: Double) {
        (picture(of: beneath), frame(at: now) ?? overlayFrame, beneath.pixelsPerPoint)
    }

    /// The content, which is watched if changes are to be followed.
    private func picture(of beneath: any BlurSource) -> (any Picture)? {
        guard dynamic, beneath.isObservable, !turn.watches.contains(where: { $0.stands(on: beneath) }) else { return beneath.picture() }
        let watch = BlurWatch(on: beneath)
        turn.watches.removeAll(where: \.isOver)
        turn.watches.append(watch)
        return withObservationTracking {
            _ = beneath.pixelsPerPoint
            return beneath.picture()
        } onChange: { [weak self] in
            watch.fire()
            Task { @MainActor in self?.underlyingDidChange(watch) }
        }
    }

    /// Where the surface lies, if it lies on other content. It is watched also if changes of the content are not to be followed, because
    /// moving it is like setting the view's frame.
    private var overlayFrame: Rect? {
        guard let overlay, turn.overlayWatch?.stands(on: overlay) != true else { return overlay?.frame }
        let watch = BlurWatch(on: overlay)
        turn.overlayWatch = watch
        return withObservationTracking {
            _ = overlay.beneath
            return overlay.frame
        } onChange: { [weak self] in
            watch.fire()
            Task { @MainActor in self?.overlayDidMove(watch) }
        }
    }

    private func underlyingDidChange(_ watch: BlurWatch) {
        // Otherwise a turn has begun since then and has seen the change.
        guard turn.watches.contains(where: { $0 === watch }) else { return }
        turn.watches.removeAll { $0 === watch }
        guard watch.isOn(beneath) else { return }
        turn.underlyingHasChanged = true
        requestTurn()
    }

    private func overlayDidMove(_ watch: BlurWatch) {
        // With a frame of its own, the view moved the overlay itself.
        guard turn.overlayWatch === watch, presentedFrame == nil else { return }
        setNeedsBlur()
    }
}
