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

    /// What was blurred.
    struct Sight: Equatable {
        let picture: PixelBuffer
        let region: PixelRect
        let pixelsPerPoint: Double
    }

    var state = State.idle
    /// The number of turns begun.
    var number: UInt64 = 0
    /// Whether a blur was requested or a property changed.
    var isWanted = true
    /// Whether the content beneath may have changed since the last blur.
    var underlyingHasChanged = false
    /// When the last turn began.
    var begin: Duration?
    /// What was blurred last, if it must be compared with what is there next.
    var sight: Sight?
    var pause: OwnedTask?
    var work: OwnedTask?
    /// Whether a thread of the scheduler blurs the view, also if its result is no longer wanted.
    var isOnThread = false
    /// Called after the next turn that begins.
    var completions: [@MainActor () -> Void] = []
    /// Called after the current turn.
    var completionsOfThis: [@MainActor () -> Void] = []
    /// The registrations with what lies beneath, or lay there earlier and may again.
    var watches: [BlurWatch] = []
    /// The registration with the overlay that the view is on.
    var overlayWatch: BlurWatch?
}
