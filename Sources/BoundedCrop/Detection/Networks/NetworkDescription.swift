/// What a network for detection takes and what its outputs mean: the JSON beside its model. docs/detection.md has a table of its fields.
package struct NetworkDescription: Hashable, Sendable {
    /// How the outputs are laid out, by the networks for which they became known.
    package enum Shape: String, CaseIterable, Sendable {
        case yolox
        case nanodet
        case ssd
        case yunet
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
        var overlap = 0.45
    }

    var defaults: Defaults {
        switch self {
        case .yolox:
            Defaults(gray: 114)
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
        }
    }
}
