import BoundedCrop

@testable import BoundedCropEffects

/// Every effect at least once, in its most expensive form, on a picture of any size.
enum AllEffects {
    static let feature = Rect(x: 20, y: 10, width: 400, height: 300)

    /// Named, so that a child process can find each one again.
    static let table: [Entry] = written + colored + placed

    typealias Entry = (name: String, make: @Sendable (PixelSize) throws -> any ImageEffect)

    private static let written: [Entry] = EffectForm.all.filter { !shaping.contains($0.name) }.map { form -> Entry in
        let arguments = form.required + form.optional
        return ("\(form.name)/\(form.required.count)", { _ in try EffectExpression.effect(named: form.name, arguments) })
    }

    /// Built below at sizes that suit the picture, plus one with detection.
    private static let shaping: Set<String> = ["redact", "crop", "scale", "fit", "fill", "content-mode"]

    private static let colored: [Entry] = [
        ("blur, wide", { _ in .blur(radius: 400, iterations: 100) }), ("gaussian, wide", { _ in .gaussianBlur(sigma: 150) }),
        ("gaussian, wider", { _ in .gaussianBlur(sigma: 1000) }), ("convolution, largest", { _ in convolution }),
        ("rotate by 180", { _ in .rotate(degrees: 180) }), ("flip vertically", { _ in .flip(.vertical) }),
        ("blur of parts", { _ in .blur(radius: 30, in: [feature, feature.moved(x: 500, y: 300)]) }),
        ("sharpen, wide", { _ in .sharpen(amount: 2, radius: 100) }),
        ("ellipses", { EllipticalCorners(horizontalRadius: Double($0.width), verticalRadius: Double($0.height)) }),
        ("corners, large", { .cornerRadius(Double($0.width)) }), ("mask from alpha", { _ in .maskFromAlpha }),
        ("mask", { _ in .mask(try LumaPlane(size: PixelSize(width: 50, height: 30), bytes: Array(repeating: 99, count: 1500))) }),
    ]

    private static let placed: [Entry] = [
        ("fill", { .fill(to: larger($0), with: .color(.white), showsThrough: false) }),
        ("fill, average", { .fill(to: larger($0), with: .average) }),
        ("fill, blurred", { .fill(to: larger($0), with: .blur) }), ("flatten", { _ in .flatten(on: .red) }),
        ("reflect", { _ in .reflect(scale: 1) }), ("reflection, whole", { _ in .reflection(scale: 1, gap: 50) }),
        ("shadow, wide", { _ in .shadow(offset: Point(x: 100, y: -50), blur: 150) }),
        ("overlay of a pixel", { _ in .overlay(PixelBuffer(size: PixelSize(width: 1, height: 1)), x: .repeated, y: .repeated) }),
        ("overlay", { .overlay(PixelBuffer(size: $0), x: .center, y: .fromEnd(3), alpha: 0.5) }),
        ("redact, pixelate", { _ in .redact(.pixelate, features: [Feature(feature, confidence: 1)]) }),
        ("redact, blur", { _ in RedactFeatures(.blur, rectangles: [feature], margin: 9) }),
        ("redact, fill", { .redact(.fill(.red), detector: FixedFeatureDetector([$0.bounds])) }),
        ("crop", { .crop(to: Rect(x: -9.5, y: 3, width: Double($0.width) - 0.4, height: Double($0.height))) }),
        ("bounded crop", { .crop(to: CropRequest(.size(larger($0))), detector: held($0)) }),
        ("bounded crop of a shape", { .crop(to: CropRequest(.aspect(AspectRatio(2, 3))), detector: held($0)) }),
        ("bounded crop, not enlarged", { .crop(to: notEnlarged(larger($0)), detector: held($0)) }),
        ("downsampled", { .downsampled(longSide: $0.longSide * 2 / 3) }),
        ("downsampled to more", { .downsampled(longSide: $0.longSide + 9) }),
        ("scale", { .scale(to: larger($0)) }), ("fit", { .scaleToFit(larger($0)) }), ("fill to a size", { .scaleToFill(larger($0)) }),
        ("shrink", { .scale(to: PixelSize(width: $0.width / 3, height: $0.height / 2)) }), ("resize", { .resize(width: $0.width + 9) }),
        ("fit, padded", { .cropAndScale(to: larger($0), contentMode: .aspectFit, padToFit: true) }),
        ("pad", { Pad(size: larger($0), contentMode: .bottomRight) }),
        ("centre, padded", { .cropAndScale(to: larger($0), contentMode: .center, padToFit: true) }),
    ]

    private static let convolution = Convolution.convolution((0..<81).map { Double($0 % 7) - 2 }, columns: 9)

    /// A detector that finds a feature in a corner.
    private static func held(_ size: PixelSize) -> any FeatureDetector {
        FixedFeatureDetector([Rect(x: 3, y: 4, width: 11, height: 13)])
    }

    private static func notEnlarged(_ size: PixelSize) -> CropRequest {
        var request = CropRequest(.size(size))
        request.allowsUpscaling = false
        return request
    }

    private static func larger(_ size: PixelSize) -> PixelSize { PixelSize(width: size.width + 100, height: size.height + 300) }

    static func effect(_ name: String, on size: PixelSize) throws -> any ImageEffect {
        guard let entry = table.first(where: { $0.name == name }) else { throw BoundedCropError(.invalidArgument, "no effect \(name)") }
        return try entry.make(size)
    }
}
