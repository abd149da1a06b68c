import TestSupport

@testable import BoundedCrop

/// A random picture with features and a request.
struct PlanningCase: CustomStringConvertible {
    var size: PixelSize
    var features: [Feature]
    var request: CropRequest

    var description: String {
        "\(size) \(features.map { ($0.rectangle, $0.confidence) }) \(request.shape) \(request.scheme) \(request.padding)"
    }

    /// - Parameters:
    ///   - longest: the longest side of a picture.
    ///   - even: whether every number of pixels is even and every feature lies on whole pixels.
    static func random(using generator: inout SeededGenerator, longest: Int, even: Bool = false) -> PlanningCase {
        func length(_ range: ClosedRange<Int>) -> Int {
            let length = Int.random(in: range, using: &generator)
            return even ? length * 2 : length
        }
        let size = PixelSize(width: length(1...longest), height: length(1...longest))
        let features = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            let width = Double(length(1...max(1, size.width / 2)))
            let height = Double(length(1...max(1, size.height / 2)))
            let part = even ? 0 : Double.random(in: 0..<1, using: &generator)
            let x = Double(length(0...size.width)) - width / 2
            let y = Double(length(0...size.height)) - height / 2
            return Feature(
                Rect(x: x.rounded() + part, y: y.rounded() + part, width: width, height: height),
                confidence: Double.random(in: 0.1...1, using: &generator)
            )
        }
        let aspect = AspectRatio(Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator))
        var request = CropRequest(.aspect(aspect))
        request.scheme = generator.pick(BoundingScheme.allCases)
        request.placement = .center
        request.padding = even ? .zero : generator.pick([.zero, .standard, Padding(.pixels(2)), Padding(.fraction(0.5))])
        return PlanningCase(size: size, features: features, request: request)
    }

    static func many(_ count: Int, seed: UInt64, longest: Int, even: Bool = false) -> [PlanningCase] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in random(using: &generator, longest: longest, even: even) }
    }

    func plan() throws -> CropPlan {
        try CropPlanner.plan(features: features, size: size, request: request)
    }
}
