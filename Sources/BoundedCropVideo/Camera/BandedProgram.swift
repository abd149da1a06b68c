/// A convex quadratic program whose terms each have three neighboring variables: the least sum of squares under linear constraints, some of
/// which may be broken at a cost.
struct BandedProgram {
    /// The matrix of the objective: its diagonal and the two above it.
    private var matrix: [SIMD3<Double>]
    private var linear: [Double]
    private var rows: [Row] = []

    /// A constraint, with the variables of the method.
    struct Row {
        var first: Int32
        var weights: SIMD3<Double>
        var bound: Double
        /// For each unit by which it is broken; infinite if it must not be.
        var cost: Double
        /// What is left to the bound, and its multiplier.
        var slack = 1.0
        var multiplier = 1.0
        /// By how much it is broken, and the multiplier of that being at least 0.
        var excess = 0.0
        var spare = 0.0
        /// How each of them is about to change.
        var slackStep = 0.0
        var multiplierStep = 0.0
        var excessStep = 0.0
        var spareStep = 0.0
        /// What the elimination leaves of the constraint.
        var stiffness = 0.0
        var offset = 0.0

        var isSoft: Bool { cost < .infinity }

        init(first: Int, weights: SIMD3<Double>, bound: Double, cost: Double) {
            (self.first, self.weights, self.bound, self.cost) = (Int32(first), weights, bound, cost)
        }
    }

    init(count: Int) {
        matrix = .init(repeating: .zero, count: count)
        linear = .init(repeating: 0, count: count)
    }

    /// Adds half the weight times the square of a sum to the objective.
    mutating func addSquare(at first: Int, _ weights: [Double], weight: Double) {
        let (first, weights) = placed(first, weights)
        Self.add(weights, weight, at: first, to: &matrix)
    }

    /// Adds the constraint that a weighted sum of up to three variables is at most a bound.
    mutating func add(at first: Int, _ weights: [Double], below bound: Double, cost: Double = .infinity) {
        let (first, weights) = placed(first, weights)
        rows.append(Row(first: first, weights: weights, bound: bound, cost: cost))
    }

    /// The weights of three variables that exist.
    private func placed(_ first: Int, _ weights: [Double]) -> (Int, SIMD3<Double>) {
        let start = min(first, matrix.count - 3)
        var placed = SIMD3<Double>.zero
        for (index, weight) in weights.enumerated() { placed[first - start + index] = weight }
        return (start, placed)
    }

    /// Binds the first two variables.
    mutating func fixFirstTwo(_ first: Double, _ second: Double) {
        let stiffness = 1e7
        matrix[0].x += stiffness
        matrix[1].x += stiffness
        linear[0] -= stiffness * first
        linear[1] -= stiffness * second
    }

    private static func add(_ weights: SIMD3<Double>, _ scale: Double, at first: Int, to matrix: inout [SIMD3<Double>]) {
        let scaled = weights * scale
        matrix[first] += scaled * weights.x
        matrix[first + 1] += SIMD3(scaled.y, scaled.z, 0) * weights.y
        matrix[first + 2].x += scaled.z * weights.z
    }

    /// The variables of the least objective.
    mutating func solution(from initial: [Double]) -> [Double] {
        var variables = initial
        let count = variables.count
        for index in rows.indices {
            let room = rows[index].bound - rows[index].sum(variables)
            if rows[index].isSoft {
                rows[index].excess = max(-room, 0) + 0.1
                rows[index].slack = room + rows[index].excess
                rows[index].multiplier = rows[index].cost / 2
                rows[index].spare = rows[index].cost / 2
            } else {
                rows[index].slack = max(room, 0.01)
            }
        }
        let pairs = Double(rows.reduce(0) { $0 + ($1.isSoft ? 2 : 1) })
        var residual = [Double](repeating: 0, count: count)
        for _ in 0..<60 {
            let gap = rows.reduce(0) { $0 + $1.slack * $1.multiplier + $1.excess * $1.spare } / pairs
            let broken = rows.reduce(0) { max($0, abs($1.bound - $1.sum(variables) + $1.excess - $1.slack)) }
            dualResidual(variables, &residual)
            if gap < 1e-9, broken < 1e-9 { break }
            // The step that would end the gap, to see how much of it is possible.
            var factor = matrix
            prepare(variables, centering: 0, isCorrecting: false)
            for row in rows { Self.add(row.weights, row.stiffness, at: Int(row.first), to: &factor) }
            Self.factorize(&factor)
            _ = step(factor, residual)
            let share = longestStep()
            let left = rows.reduce(0) { $0 + $1.gap(after: share) } / pairs
            let ratio = left / gap
            prepare(variables, centering: gap * ratio * ratio * ratio, isCorrecting: true)
            let change = step(factor, residual)
            // So near to the end that numbers are too coarse.
            guard change.allSatisfy(\.isFinite) else { break }
            let length = min(1, 0.995 * longestStep())
            for index in 0..<count { variables[index] += length * change[index] }
            for index in rows.indices { rows[index].move(length) }
        }
        return variables
    }

    /// What is left of the gradient.
    private func dualResidual(_ variables: [Double], _ residual: inout [Double]) {
        let count = variables.count
        for index in 0..<count {
            var sum = linear[index] + matrix[index].x * variables[index]
            if index + 1 < count { sum += matrix[index].y * variables[index + 1] }
            if index + 2 < count { sum += matrix[index].z * variables[index + 2] }
            if index > 0 { sum += matrix[index - 1].y * variables[index - 1] }
            if index > 1 { sum += matrix[index - 2].z * variables[index - 2] }
            residual[index] = -sum
        }
        for row in rows { row.subtract(row.multiplier, from: &residual) }
    }

    /// Eliminates the variables of each constraint but those of the program.
    private mutating func prepare(_ variables: [Double], centering: Double, isCorrecting: Bool) {
        for index in rows.indices { rows[index].prepare(variables, centering: centering, isCorrecting: isCorrecting) }
    }

    /// Solves for the step of the variables, and sets those of the constraints.
    private mutating func step(_ factor: [SIMD3<Double>], _ residual: [Double]) -> [Double] {
        var change = residual
        for row in rows { row.subtract(row.stiffness * row.offset, from: &change) }
        Self.solve(factor, &change)
        for index in rows.indices { rows[index].setStep(change) }
        return change
    }

    private func longestStep() -> Double {
        rows.reduce(1) { min($0, $1.longestStep) }
    }

    /// The factors L and D of a matrix of five diagonals: D, and the two diagonals of L below it.
    private static func factorize(_ matrix: inout [SIMD3<Double>]) {
        let count = matrix.count
        for index in 0..<count {
            let pivot = max(matrix[index].x, 1e-300)
            let (first, second) = (matrix[index].y / pivot, matrix[index].z / pivot)
            if index + 1 < count {
                matrix[index + 1].x -= first * matrix[index].y
                matrix[index + 1].y -= first * matrix[index].z
            }
            if index + 2 < count { matrix[index + 2].x -= second * matrix[index].z }
            matrix[index] = SIMD3(pivot, first, second)
        }
    }

    private static func solve(_ factor: [SIMD3<Double>], _ values: inout [Double]) {
        let count = values.count
        for index in 0..<count {
            if index > 0 { values[index] -= factor[index - 1].y * values[index - 1] }
            if index > 1 { values[index] -= factor[index - 2].z * values[index - 2] }
        }
        for index in 0..<count { values[index] /= factor[index].x }
        for index in stride(from: count - 1, through: 0, by: -1) {
            if index + 1 < count { values[index] -= factor[index].y * values[index + 1] }
            if index + 2 < count { values[index] -= factor[index].z * values[index + 2] }
        }
    }
}

extension BandedProgram.Row {
    func sum(_ variables: [Double]) -> Double {
        let first = Int(first)
        return weights.x * variables[first] + weights.y * variables[first + 1] + weights.z * variables[first + 2]
    }

    func subtract(_ factor: Double, from values: inout [Double]) {
        let first = Int(first)
        values[first] -= factor * weights.x
        values[first + 1] -= factor * weights.y
        values[first + 2] -= factor * weights.z
    }

    mutating func prepare(_ variables: [Double], centering: Double, isCorrecting: Bool) {
        let complement = centering - slack * multiplier - (isCorrecting ? slackStep * multiplierStep : 0)
        offset = sum(variables) - bound + slack - excess + complement / multiplier
        var softness = slack / multiplier
        if isSoft {
            let complement = centering - excess * spare - (isCorrecting ? excessStep * spareStep : 0)
            softness += excess / spare
            offset -= (complement - excess * (cost - multiplier - spare)) / spare
            // For `setStep`.
            excessStep = complement
        }
        slackStep = complement
        stiffness = min(1 / softness, 1e12)
    }

    mutating func setStep(_ change: [Double]) {
        multiplierStep = stiffness * (sum(change) + offset)
        slackStep = (slackStep - slack * multiplierStep) / multiplier
        guard isSoft else { return }
        spareStep = cost - multiplier - spare - multiplierStep
        excessStep = (excessStep - excess * spareStep) / spare
    }

    var longestStep: Double {
        var length = 1.0
        if slackStep < 0 { length = min(length, -slack / slackStep) }
        if multiplierStep < 0 { length = min(length, -multiplier / multiplierStep) }
        guard isSoft else { return length }
        if excessStep < 0 { length = min(length, -excess / excessStep) }
        if spareStep < 0 { length = min(length, -spare / spareStep) }
        return length
    }

    func gap(after length: Double) -> Double {
        (slack + length * slackStep) * (multiplier + length * multiplierStep)
            + (excess + length * excessStep) * (spare + length * spareStep)
    }

    mutating func move(_ length: Double) {
        slack += length * slackStep
        multiplier += length * multiplierStep
        guard isSoft else { return }
        excess += length * excessStep
        spare += length * spareStep
    }
}
