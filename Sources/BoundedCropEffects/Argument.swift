internal import BoundedCrop

/// The checks of numbers that the effects share: what passes them can be turned into whole pixels without a trap.
enum Argument {
    /// More pixels than any picture has along a side, so that what is cut down to it is refused as an output later on.
    static let manyPixels = 10_000_000

    /// Throws `invalidArgument` for what is no finite number.
    static func finite(_ value: Double, _ name: String) throws -> Double {
        guard value.isFinite else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not a finite number") }
        return value
    }

    /// Throws `invalidArgument` for what is no finite number or below 0.
    static func length(_ value: Double, _ name: String) throws -> Double {
        guard value.isFinite, value >= 0 else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not 0 or more pixels") }
        return value
    }

    /// An opacity brought into 0...1. Throws `invalidArgument` for what is no number.
    static func opacity(_ value: Double) throws -> Double {
        guard !value.isNaN else { throw BoundedCropError(.invalidArgument, "an opacity of \(value) is not a number") }
        return min(max(value, 0), 1)
    }

    /// A share of the picture. Throws `invalidArgument` outside 0...1.
    static func fraction(_ value: Double, _ name: String) throws -> Double {
        guard value >= 0, value <= 1 else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not between 0 and 1") }
        return value
    }

    /// Throws `invalidArgument` for what lies outside a range.
    static func number(_ value: Double, in range: ClosedRange<Double>, _ name: String) throws -> Double {
        guard range.contains(value) else {
            throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return value
    }

    /// The nearest whole number, halves away from 0; at most ten million either way, and 0 for what is no number.
    static func wholePixels(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(value, within: -manyPixels...manyPixels)
    }

    /// A whole number of pixels that is given as one; at most ten million either way.
    static func wholePixels(_ value: Int) -> Int { min(max(value, -manyPixels), manyPixels) }

    /// A percentage of a range that goes both ways, brought into -100...100. Throws `invalidArgument` for what is no number.
    static func percentage(_ value: Double, _ name: String) throws -> Double {
        guard !value.isNaN else { throw BoundedCropError(.invalidArgument, "\(name) of \(value) is not a number") }
        return min(max(value, -100), 100)
    }
}

extension Double {
    /// The number as cache keys have it: to the last digit, and 0 and -0, which are equal, alike.
    var keyText: String { "\(self + 0)" }
}
