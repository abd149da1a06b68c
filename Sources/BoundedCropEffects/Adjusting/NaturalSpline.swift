/// A natural cubic spline through points, with a second derivative of 0 at both ends (Press et al., Numerical Recipes, 3.3). It is constant
/// before the first point and after the last.
struct NaturalSpline {
    private let points: [(x: Double, y: Double)]
    /// The second derivatives at the points.
    private let bends: [Double]

    /// - Parameter points: In ascending order of x. Without points, the curve is the straight line through the origin; with one point, it
    ///   is constant.
    init(_ points: [(x: Double, y: Double)]) {
        self.points = points
        var bends = [Double](repeating: 0, count: points.count)
        var rest = bends
        for index in points.indices.dropFirst().dropLast() {
            let (before, here, after) = (points[index - 1], points[index], points[index + 1])
            let share = (here.x - before.x) / (after.x - before.x)
            let divisor = share * bends[index - 1] + 2
            let change = (after.y - here.y) / (after.x - here.x) - (here.y - before.y) / (here.x - before.x)
            bends[index] = (share - 1) / divisor
            rest[index] = (6 * change / (after.x - before.x) - share * rest[index - 1]) / divisor
        }
        for index in points.indices.dropFirst().dropLast().reversed() { bends[index] = bends[index] * bends[index + 1] + rest[index] }
        self.bends = bends
    }

    /// The curve's height.
    func value(at x: Double) -> Double {
        guard let first = points.first, let last = points.last else { return x }
        if x <= first.x { return first.y }
        guard let index = points.firstIndex(where: { $0.x >= x }) else { return last.y }
        let (left, right) = (points[index - 1], points[index])
        let width = right.x - left.x
        let (a, b) = ((right.x - x) / width, (x - left.x) / width)
        let bend = (a * a * a - a) * bends[index - 1] + (b * b * b - b) * bends[index]
        return a * left.y + b * right.y + bend * width * width / 6
    }
}
