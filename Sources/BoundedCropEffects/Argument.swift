internal import BoundedCrop

/// The number checks shared by the effects. A number that passes can be converted to whole pixels without a trap.
enum Argument {
    /// More pixels than any picture has along a side. A length clamped to it is still refused later as too large an output.
    static let manyPixels = 10_000_000

    /// Throws `invalidArgument` when the value is not a finite number.
    static func finite(_ value: Double, _ name: String) throws -> Double {
        guard value.isFinite else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not a finite number") }
        return value
    }

    /// Throws `invalidArgument` when the value is not a finite number or is below 0.
    static func length(_ value: Double, _ name: String) throws -> Double {
        guard value.isFinite, value >= 0 else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not 0 or more pixels") }
        return value
    }

    /// An opacity clamped to 0...1. Throws `invalidArgument` when the value is not a number.
    static func opacity(_ value: Double) throws -> Double {
        guard !value.isNaN else { throw BoundedCropError(.invalidArgument, "an opacity of \(value) is not a number") }
        return min(max(value, 0), 1)
    }

    /// A share of the picture. Throws `invalidArgument` outside 0...1.
    static func fraction(_ value: Double, _ name: String) throws -> Double {
        guard value >= 0, value <= 1 else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not between 0 and 1") }
        return value
    }

    /// Throws `invalidArgument` when the value is outside the range.
    static func number(_ value: Double, in range: ClosedRange<Double>, _ name: String) throws -> Double {
        guard range.contains(value) else {
            throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    /// The nearest whole number, halves away from 0, clamped to ten million either way; 0 for NaN.
    static func wholePixels(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(value, within: -manyPixels...manyPixels)
    }

    /// A whole number of pixels, clamped to ten million either way.
    static func wholePixels(_ value: Int) -> Int { min(max(value, -manyPixels), manyPixels) }

    /// A percentage clamped to -100...100. Throws `invalidArgument` when the value is not a number.
    static func percentage(_ value: Double, _ name: String) throws -> Double {
        guard !value.isNaN else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not a number") }
        return min(max(value, -100), 100)
    }
}

extension Double {
    /// The number as text for cache keys: with all digits, and the same for 0 and -0, which are equal.
    var keyText: String { "\(self + 0)" }
}
