/// How a window moves, as measured at the frames.
struct CameraMotion {
    /// Pixels, along both sides together.
    private(set) var movement = 0.0
    /// The largest change of speed, in sides of the window for each second and second.
    private(set) var acceleration = 0.0
    private(set) var kind = CameraPath.Shot.Motion.still
    /// The indices at which it does not go on as before; at least the first one.
    private(set) var knots = [0]

    /// - Parameters:
    ///   - places: The corners of the window, one for each time, or one for all.
    ///   - sides: The sides of the window.
    init(_ places: [SIMD2<Double>], times: ArraySlice<Double>, sides: SIMD2<Double>) {
        let times = Array(times)
        var (least, most) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        for index in places.indices.dropFirst() {
            let step = places[index] - places[index - 1]
            movement += abs(step.x) + abs(step.y)
            (least, most) = (pointwiseMin(least, step), pointwiseMax(most, step))
            guard index > 1 else { continue }
            let (before, after) = (times[index - 1] - times[index - 2], times[index] - times[index - 1])
            let change = (step / after - (places[index - 1] - places[index - 2]) / before) * 2 / (before + after) / sides
            acceleration = max(acceleration, abs(change.x), abs(change.y))
        }
        // Half a pixel is not seen.
        guard movement >= 0.5 else {
            (movement, acceleration) = (0, 0)
            return
        }
        let isOneWay = (0..<2).allSatisfy { least[$0] > -0.02 || most[$0] < 0.02 }
        kind = isOneWay ? .pan : .follow
        for index in places.indices.dropFirst().dropLast() {
            let from = knots[knots.count - 1]
            // On the line from the last knot to the next frame, as well as to this one.
            let share = Double(index - from) / Double(index + 1 - from)
            let line = places[from] + (places[index + 1] - places[from]) * share
            let away = places[index] - line
            if max(abs(away.x), abs(away.y)) > 0.0002 { knots.append(index) }
        }
        knots.append(places.count - 1)
    }
}
