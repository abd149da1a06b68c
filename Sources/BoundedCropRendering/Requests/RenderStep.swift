package import BoundedCrop
package import BoundedCropEffects

/// A processing step that changes the pixels of a result.
package enum RenderStep: Sendable {
    /// An effect that needs nothing but the pixels.
    case effect(any ImageEffect)
    /// The corners rounded.
    case corners(Corners)
    /// A background under what is transparent.
    case background(Color)
    /// Both sides multiplied by a share, above 0 and at most 1.
    case proportion(Double)
    /// The background of the box that the request has for its size.
    case fill(BoxFill)
    /// Another picture drawn over the result.
    case watermark(Watermark)
    /// A mask, by name or URL: white keeps, black clears.
    case mask(String)

    /// Rounded corners, as thumbor has them.
    package struct Corners: Hashable, Sendable, Codable {
        /// The radius, 0...65535; of an ellipse, along the top and bottom edges.
        package var radius: Double
        /// The radius of an ellipse along the left and right edges, 0...65535; nil for corners that are parts of circles.
        package var verticalRadius: Double?
        /// The color outside; nil for transparent.
        package var outside: Color?

        /// Decodes corners.
        ///
        /// - Throws: `DecodingError`, also for radii out of range and for unknown names.
        package init(from decoder: any Decoder) throws {
            var members = try JSONMembers(from: decoder)
            let radii = 0...65_535.0
            self.init(
                radius: try members.require("radius", radii.checked),
                verticalRadius: try members.take("verticalRadius", radii.checked),
                outside: try members.take("outside")
            )
            try members.checkEnd()
        }

        /// Creates corners; by default of circles, and transparent outside.
        package init(radius: Double, verticalRadius: Double? = nil, outside: Color? = nil) {
            (self.radius, self.verticalRadius, self.outside) = (radius, verticalRadius, outside)
        }

        /// Corners so large that an ellipse is left: radii count as half a side at most.
        package static let ellipse = Corners(radius: 65_535, verticalRadius: 65_535)

        fileprivate var effect: any ImageEffect {
            let corners: any ImageEffect =
                verticalRadius.map { EllipticalCorners(horizontalRadius: radius, verticalRadius: $0) } ?? CornerRadius(CornerRadii(radius))
            return outside.map { ColoredCorners(corners: corners, color: $0) } ?? corners
        }
    }

    /// The effect that the step is, if it needs nothing else; nil otherwise.
    package var effect: (any ImageEffect)? {
        switch self {
        case .effect(let effect): effect
        case .corners(let corners): corners.effect
        case .background(let color): Flatten(on: color)
        case .proportion, .fill, .watermark, .mask: nil
        }
    }

    /// The step with the widths of a border, and where a picture is placed, multiplied; halves are rounded to even.
    package func multiplied(by density: Double) -> RenderStep {
        guard density != 1 else { return self }
        func pixels(_ length: Int) -> Int {
            Int(Double(length) * density, within: -10_000_000...10_000_000, rounded: .toNearestOrEven)
        }
        func position(_ position: Overlay.Position) -> Overlay.Position {
            switch position {
            case .fromStart(let length): .fromStart(pixels(length))
            case .fromEnd(let length): .fromEnd(pixels(length))
            case .fromCenter(let length): .fromCenter(pixels(length))
            case .repeated: position
            }
        }
        func position(_ position: Watermark.Position) -> Watermark.Position {
            if case .pixels(let length) = position { .pixels(pixels(length)) } else { position }
        }
        switch self {
        case .effect(let effect):
            guard let border = effect.made as? Border else { return self }
            let (top, right, bottom, left) = (pixels(border.top), pixels(border.right), pixels(border.bottom), pixels(border.left))
            return .effect(.border(top: top, right: right, bottom: bottom, left: left, color: border.color))
        case .fill(var fill):
            (fill.x, fill.y) = (position(fill.x), position(fill.y))
            return .fill(fill)
        case .watermark(var watermark):
            (watermark.x, watermark.y) = (position(watermark.x), position(watermark.y))
            return .watermark(watermark)
        case .corners, .background, .proportion, .mask: return self
        }
    }

    /// Whether the step detects features.
    package var detects: Bool {
        if case .effect(let effect) = self { effect is Redact } else { false }
    }

    /// The picture that the step needs; nil if none.
    package var pictureName: String? {
        switch self {
        case .watermark(let watermark): watermark.picture
        case .mask(let picture): picture
        case .effect, .corners, .background, .proportion, .fill: nil
        }
    }

    /// Throws `invalidFilter` for an effect that no picture can have.
    package func check() throws {
        guard case .effect(let effect) = self else { return }
        do {
            try EffectBounds.check(effect)
            try effect.check()
        } catch let error as BoundedCropError {
            let name = call?.description ?? effect.cacheKey
            throw BoundedCropError(.invalidFilter, "\(name) cannot be applied: \(error.message)", underlying: error)
        }
    }

    /// The call that the effect can be written as; nil for other steps, and for effects that have none.
    package var call: EffectCall? {
        guard case .effect(let effect) = self, let effect = effect.made as? any WritableEffect else { return nil }
        return effect.call
    }
}

extension RenderStep: Hashable {
    /// What the step does, of another type for each case.
    package var value: AnyHashable {
        switch self {
        case .effect(let effect):
            // A list, since a mask is a text; a redaction has more parameters than its call.
            (effect is Redact ? nil : call).map(AnyHashable.init) ?? AnyHashable([effect.cacheKey])
        case .corners(let corners): corners
        case .background(let color): color
        case .proportion(let share): share
        case .fill(let fill): fill
        case .watermark(let watermark): watermark
        case .mask(let picture): picture
        }
    }

    /// Effects are equal if their names and arguments are, or their keys.
    package static func == (one: RenderStep, other: RenderStep) -> Bool { one.value == other.value }

    /// Hashes what equal steps have in common.
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension RenderStep: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case effect, corners, background, proportion, fill, watermark, mask
    }

    /// Encodes an object with one member, such as `{"effect":"gaussian-blur(3.0)"}`.
    ///
    /// - Throws: `EncodingError` for an effect that has no text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .effect(let effect):
            guard let call else {
                let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "“\(effect.cacheKey)” has no text")
                throw EncodingError.invalidValue(effect, context)
            }
            try container.encode(call.description, forKey: .effect)
        case .corners(let corners): try container.encode(corners, forKey: .corners)
        case .background(let color): try container.encode(color, forKey: .background)
        case .proportion(let share): try container.encode(share, forKey: .proportion)
        case .fill(let fill): try container.encode(fill, forKey: .fill)
        case .watermark(let watermark): try container.encode(watermark, forKey: .watermark)
        case .mask(let picture): try container.encode(picture, forKey: .mask)
        }
    }

    /// Decodes a step.
    ///
    /// - Throws: `DecodingError`, also for text that is not one effect, and for an effect that no picture can have.
    package init(from decoder: any Decoder) throws {
        var members = try JSONMembers(from: decoder)
        func take<Value: Decodable>(_ key: CodingKeys, _ make: (Value) throws -> RenderStep) throws -> RenderStep? {
            try members.take(key.rawValue, make)
        }
        let steps = try [
            take(.effect, Self.effect), take(.corners, Self.corners), take(.background, Self.background),
            take(.proportion) { .proportion(try (1e-6...1).checked($0)) }, take(.fill, Self.fill), take(.watermark, Self.watermark),
            take(.mask, Self.mask),
        ].compactMap(\.self)
        let names = CodingKeys.allCases.map(\.rawValue)
        try members.checkEnd(names)
        guard steps.count == 1 else { throw members.wrong("a step has one of \(names.joined(separator: ", "))") }
        self = steps[0]
    }

    private static func effect(_ text: String) throws -> RenderStep {
        let effects = try EffectExpression.effects(text)
        guard effects.count == 1 else { throw BoundedCropError(.invalidArgument, "\(effects.count) effects, not one") }
        let step = RenderStep.effect(effects[0])
        try step.check()
        return step
    }
}

/// Rounded corners with a color outside.
private struct ColoredCorners: ImageEffect {
    let corners: any ImageEffect
    let color: Color

    var cacheKey: String { EffectKey.text("coloredCorners", [corners.cacheKey, color.description]) }

    func footprint(on size: PixelSize) -> EffectFootprint { .inPlace(size, layers: 1) }

    func apply(to image: inout PixelBuffer) throws {
        var inside = try PixelBuffer(size: image.size, color: color)
        try corners.apply(to: &inside)
        try corners.apply(to: &image)
        let pixel = color.pixel
        let (ground, length) = ([pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Int($0) }, image.width * 4)
        try inside.bytes.withUnsafeBufferPointer { inside in
            try image.changeRows { bytes, y in
                for index in bytes.indices {
                    let sum = Int(bytes[index]) + ground[index & 3] - Int(inside[y * length + index])
                    bytes[index] = UInt8(min(max(sum, 0), 255))
                }
            }
        }
    }
}
