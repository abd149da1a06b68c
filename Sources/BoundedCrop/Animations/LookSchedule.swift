/// Chooses the frames of an animation that detection looks at, without knowing its length in advance: the first, and at least two a second,
/// as long as their number is within a bound. Beyond half of the bound, pauses become twice as long with each eighth of it.
struct LookSchedule {
    private(set) var interval: Double
    private(set) var count = 0
    private var nextTime = 0.0
    private let most: Int

    init(interval: Double = 0.5, most: Int = 240) {
        (self.interval, self.most) = (interval, max(2, most))
    }

    /// Whether to look at the frame that is shown from one time to another, in seconds; asked once for each frame in order. It is the one
    /// that is shown when the pause is over.
    mutating func includes(frameFrom time: Double, to end: Double) -> Bool {
        guard end > nextTime, count < most else { return false }
        count += 1
        if count >= most / 2, (count - most / 2) % max(1, most / 8) == 0 { interval *= 2 }
        nextTime = max(time, nextTime) + interval
        return true
    }
}
