internal import FoundationEssentials

/// What a network for detection takes and what its outputs mean: the JSON beside its model. `Examples/networks/README.md` explains its
/// fields.
package struct NetworkDescription: Hashable, Sendable {
    /// How the outputs are laid out, by the networks for which they became known.
    package enum Shape: String, CaseIterable, Sendable {
        case yolox
        case yolov8
        case nanodet
        case ssd
        case yunet
        case scrfd
        case retinaface

        /// Whether such networks find faces alone, and have no classes of their own.
        package var isOfFaces: Bool { [.yunet, .scrfd, .retinaface].contains(self) }
    }

    /// How a picture of another aspect is brought to the size of the input.
    package enum Fit: String, CaseIterable, Sendable {
        /// At the top left, with its own aspect; the rest is filled with one gray.
        case letterbox
        case stretch
    }

    package enum Channels: String, CaseIterable, Sendable {
        case bgr
        case rgb
    }

    /// A class of objects, at its place among the network's.
    package struct Class: Hashable, Sendable {
        /// Nil for the background.
        package let name: String?
        /// The priority of its features; 0 leaves them out.
        package let weight: Double
    }

    package let shape: Shape
    /// Both sides are 16...4096.
    package let input: PixelSize
    package let fit: Fit
    package let channels: Channels
    /// A value v of a channel becomes (v - mean) * scale.
    package let mean: [Double]
    package let scale: [Double]
    /// The gray beside a letterboxed picture, 0...255, before mean and scale.
    package let gray: Double
    /// The steps of the grids; not used for `ssd`.
    package let strides: [Int]
    /// How many numbers of each box follow its classes; only for `yolov8`.
    package let extra: Int
    /// How many boxes each cell has; only for `scrfd`.
    package let anchors: Int
    /// For each stride the sides of the boxes of its cells, in pixels of the input; only for `retinaface`.
    package let sizes: [[Double]]
    /// The names of the outputs in the order of the shape; nil for those of the model.
    package let outputs: [String]?
    package let classes: [Class]
    /// The minimum score, 0...1.
    package let threshold: Double
    /// The maximum intersection over union of two boxes of one class, 0...1.
    package let overlap: Double
}

extension NetworkDescription.Shape {
    /// What holds for a description that does not say otherwise, as in the projects that publish such networks.
    struct Defaults {
        var fit = NetworkDescription.Fit.letterbox
        var channels = NetworkDescription.Channels.bgr
        var mean = [0.0]
        var scale = [1.0]
        var gray = 0.0
        var strides = [8, 16, 32]
        var sizes: [[Double]] = []
        var overlap = 0.45
    }

    var defaults: Defaults {
        switch self {
        case .yolox:
            Defaults(gray: 114)
        case .yolov8:
            Defaults(channels: .rgb, scale: [1.0 / 255], gray: 114, overlap: 0.7)
        case .nanodet:
            Defaults(
                fit: .stretch,
                mean: [103.53, 116.28, 123.675],
                scale: [1 / 57.375, 1 / 57.12, 1 / 58.395],
                strides: [8, 16, 32, 64],
                overlap: 0.6
            )
        case .ssd:
            Defaults(fit: .stretch, channels: .rgb, mean: [127], scale: [1.0 / 128])
        case .yunet:
            Defaults(overlap: 0.3)
        case .scrfd:
            Defaults(channels: .rgb, mean: [127.5], scale: [1.0 / 128], overlap: 0.4)
        case .retinaface:
            Defaults(mean: [104, 117, 123], gray: 114, sizes: [[16, 32], [64, 128], [256, 512]], overlap: 0.4)
        }
    }
}

extension NetworkDescription {
    private static let sides = 16...4096
    private static let mostClasses = 10_000
    private static let mostStrides = 8
    private static let mostCells = 1_000_000
    /// Of one cell.
    private static let mostBoxes = 8
    private static let mostExtra = 10_000
    private static let greatestWeight = 1000.0

    /// Throws `unreadableModel` for values that no network has.
    func check() throws {
        try Self.require(Self.sides ~= input.width && Self.sides ~= input.height) {
            "“input” has sides of \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels, not \(input)"
        }
        try Self.require((mean + scale).allSatisfy { abs($0) <= 1_000_000 }) { "“mean” and “scale” are numbers up to a million" }
        try Self.require(0...255 ~= gray) { "“gray” is 0 to 255, not \(gray)" }
        try Self.require(0...1 ~= threshold) { "“threshold” is 0 to 1, not \(threshold)" }
        try Self.require(0...1 ~= overlap) { "“overlap” is 0 to 1, not \(overlap)" }
        try Self.require(0...Self.mostExtra ~= extra) { "“extra” is 0 to \(Self.mostExtra), not \(extra)" }
        try checkBoxes()
        try checkStrides()
        try checkClasses()
        try Self.require(outputs.map { 1...100 ~= $0.count && Set($0).count == $0.count } ?? true) {
            "“outputs” has 1 to 100 different names, not \(outputs ?? [])"
        }
    }

    /// The columns and rows of the grid of a stride over the input.
    package func grid(of stride: Int) -> PixelSize {
        PixelSize(width: (input.width + stride - 1) / stride, height: (input.height + stride - 1) / stride)
    }

    /// How many boxes each cell of a stride has.
    private func boxes(ofStrideAt index: Int) -> Int {
        switch shape {
        case .scrfd: anchors
        case .retinaface: sizes[index].count
        case .yolox, .yolov8, .nanodet, .ssd, .yunet: 1
        }
    }

    private func checkBoxes() throws {
        try Self.require(1...Self.mostBoxes ~= anchors) { "“anchors” is 1 to \(Self.mostBoxes), not \(anchors)" }
        guard shape == .retinaface else { return }
        try Self.require(sizes.count == strides.count) {
            "“sizes” has a list for each of the \(strides.count) strides, not \(sizes.count)"
        }
        try Self.require(sizes.allSatisfy { 1...Self.mostBoxes ~= $0.count && $0.allSatisfy { 1...4096 ~= $0 } }) {
            "each list of “sizes” has 1 to \(Self.mostBoxes) numbers from 1 to 4096"
        }
    }

    private func checkStrides() throws {
        guard shape != .ssd else { return }
        try Self.require(1...Self.mostStrides ~= strides.count && strides.allSatisfy { 1...1024 ~= $0 }) {
            "“strides” has 1 to \(Self.mostStrides) numbers from 1 to 1024, not \(strides)"
        }
        try Self.require(Set(strides).count == strides.count) { "“strides” has different numbers, not \(strides)" }
        let cells = strides.indices.reduce(0) { $0 + grid(of: strides[$1]).area * boxes(ofStrideAt: $1) }
        try Self.require(cells <= Self.mostCells) {
            let what = shape == .scrfd || shape == .retinaface ? "boxes" : "cells"
            return "“strides” of \(strides) divide the input of \(input) into \(cells) \(what), above the limit of \(Self.mostCells)"
        }
        // These round up instead.
        guard shape != .nanodet, shape != .retinaface else { return }
        for stride in strides {
            try Self.require(input.width % stride == 0 && input.height % stride == 0) {
                "“input” of \(input) is not a multiple of the stride \(stride)"
            }
        }
    }

    private func checkClasses() throws {
        try Self.require(1...Self.mostClasses ~= classes.count) { "“classes” has 1 to \(Self.mostClasses) entries, not \(classes.count)" }
        for (index, entry) in classes.enumerated() {
            try Self.require(0...Self.greatestWeight ~= entry.weight) {
                "“classes[\(index)].weight” is 0 to \(Int(Self.greatestWeight)), not \(entry.weight)"
            }
        }
        try Self.require(classes.contains { $0.name != nil && $0.weight > 0 }) {
            "“classes” has none with a name and a weight above 0, so that nothing could be found"
        }
        try Self.require(!shape.isOfFaces || classes.count == 1) {
            "“classes” has one entry for “\(shape.rawValue)”, which has no classes of its own, not \(classes.count)"
        }
    }

    private static func require(_ condition: Bool, _ message: () -> String) throws {
        guard !condition else { return }
        throw BoundedCropError(.unreadableModel, message())
    }
}

extension NetworkDescription {
    /// Reads and checks a description. Throws `unreadableModel`, which names the field.
    package init(json: [UInt8]) throws {
        do {
            let fields = try JSONDecoder().decode(Fields.self, from: Data(json))
            try self.init(fields)
            try check()
        } catch let error as DecodingError {
            throw BoundedCropError(.unreadableModel, error.inWords, underlying: error)
        }
    }

    private struct Fields: Decodable {
        struct Size: Decodable {
            let width: Int
            let height: Int
        }

        struct Class: Decodable {
            let name: String?
            let weight: Double?
        }

        let shape: String
        let input: Size
        let fit: String?
        let channels: String?
        let mean: Numbers?
        let scale: Numbers?
        let gray: Double?
        let strides: [Int]?
        let extra: Int?
        let anchors: Int?
        let sizes: [[Double]]?
        let outputs: [String]?
        let classes: [Class]?
        let threshold: Double?
        let overlap: Double?
    }

    /// One number for all channels, or one for each.
    private struct Numbers: Decodable {
        let values: [Double]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Double.self) { values = [value] } else { values = try container.decode([Double].self) }
        }
    }

    private init(_ fields: Fields) throws {
        let shape: Shape = try Self.named(fields.shape, in: "shape")
        let defaults = shape.defaults
        self.shape = shape
        input = PixelSize(width: fields.input.width, height: fields.input.height)
        fit = try fields.fit.map { try Self.named($0, in: "fit") } ?? defaults.fit
        channels = try fields.channels.map { try Self.named($0, in: "channels") } ?? defaults.channels
        mean = try Self.three(fields.mean?.values ?? defaults.mean, in: "mean")
        scale = try Self.three(fields.scale?.values ?? defaults.scale, in: "scale")
        gray = fields.gray ?? defaults.gray
        strides = fields.strides ?? defaults.strides
        extra = fields.extra ?? 0
        anchors = fields.anchors ?? 2
        sizes = fields.sizes ?? defaults.sizes
        outputs = fields.outputs
        threshold = fields.threshold ?? 0.25
        overlap = fields.overlap ?? defaults.overlap
        let classes = fields.classes?.map { Class(name: $0.name.flatMap { $0.isEmpty ? nil : $0 }, weight: $0.weight ?? 1) }
        guard let classes = classes ?? (shape.isOfFaces ? [Class(name: Feature.Kind.face.rawValue, weight: 1)] : nil) else {
            throw BoundedCropError(.unreadableModel, "“classes” is missing")
        }
        self.classes = classes
    }

    private static func named<Name: RawRepresentable & CaseIterable>(_ text: String, in field: String) throws -> Name
    where Name.RawValue == String {
        if let name = Name(rawValue: text) { return name }
        let known = Name.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        throw BoundedCropError(.unreadableModel, "“\(field)” is one of \(known), not “\(text.prefix(60))”")
    }

    private static func three(_ values: [Double], in field: String) throws -> [Double] {
        guard values.count == 1 || values.count == 3 else {
            throw BoundedCropError(.unreadableModel, "“\(field)” is one number, or one for each of three channels, not \(values.count)")
        }
        return values.count == 3 ? values : Array(repeating: values[0], count: 3)
    }
}
