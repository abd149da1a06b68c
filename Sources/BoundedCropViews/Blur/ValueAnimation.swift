internal import BoundedCrop

/// A value that can move evenly to another one.
protocol Movable {
    func moved(to end: Self, by share: Double) -> Self
}

extension Double: Movable {
    func moved(to end: Double, by share: Double) -> Double { self + (end - self) * share }
}

extension Rect: Movable {
    func moved(to end: Rect, by share: Double) -> Rect {
        Rect(
            x: x.moved(to: end.x, by: share),
            y: y.moved(to: end.y, by: share),
            width: width.moved(to: end.width, by: share),
            height: height.moved(to: end.height, by: share)
        )
    }
}

/// A property on its way to a new value.
struct ValueAnimation<Value: Movable> {
    let start: Value
    let end: Value
    /// Read from the clock of the times below.
    let begin: Duration
    let duration: Duration
    let curve: AnimationCurve
    let completion: (@MainActor (_ isFinished: Bool) -> Void)?

    func value(at now: Duration) -> Value {
        isOver(at: now) ? end : start.moved(to: end, by: curve.progress(at: (now - begin) / duration))
    }

    func isOver(at now: Duration) -> Bool { now - begin >= duration }
}
