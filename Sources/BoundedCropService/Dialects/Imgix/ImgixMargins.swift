internal import BoundedCrop
internal import BoundedCropEffects

/// Padding and border: what surrounds the picture in its output.
struct ImgixMargins {
    /// Pixels on the four sides.
    struct Sides {
        var top = 0.0
        var right = 0.0
        var bottom = 0.0
        var left = 0.0

        fileprivate init(_ parameters: inout ImgixParameters, _ name: String, all: Double) throws {
            let range = 0.0...8192
            top = try parameters.number("\(name)-top", in: range) ?? all
            right = try parameters.number("\(name)-right", in: range) ?? all
            bottom = try parameters.number("\(name)-bottom", in: range) ?? all
            left = try parameters.number("\(name)-left", in: range) ?? all
        }

        fileprivate var isEmpty: Bool { max(top, right, bottom, left) == 0 }

        fileprivate func effect(scale: Double, color: Color) -> any ImageEffect {
            let sides = [top, right, bottom, left].map { Int($0 * scale, within: 0...65_535) }
            return .border(top: sides[0], right: sides[1], bottom: sides[2], left: sides[3], color: color)
        }
    }

    private let padding: Sides
    /// The color of the padding, and behind transparent pictures.
    let background: Color?
    private var border: Sides?
    private var borderColor = Color.clear
    private var radius: CornerRadii?

    /// Takes the parameters. Throws `invalidURL`.
    init(_ parameters: inout ImgixParameters) throws {
        padding = try Sides(&parameters, "pad", all: try parameters.number("pad", in: 0...8192) ?? 0)
        background = try parameters.color("bg")
        let radius = try parameters.radii("border-radius")
        guard let text = parameters.text("border") else {
            // The other parameters of a border have no effect without it.
            _ = try Sides(&parameters, "border", all: 0)
            _ = parameters.take("border-radius-inner")
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let width = ParameterText.number(parts[0]), (0...8192).contains(width),
            let color = ImgixParameters.color(parts[1])
        else {
            throw ImgixParameters.failure("border", text, "a width and a color, such as 5,ff8800")
        }
        (border, borderColor, self.radius) = (try Sides(&parameters, "border", all: width), color, radius)
        if parameters.text("border-radius-inner") != nil { parameters.ignore("border-radius-inner") }
    }

    /// Removes the border from an output whose size is not known: imgix draws it over the picture's edges, and here it takes its room from
    /// the picture.
    mutating func dropBorder(_ parameters: inout ImgixParameters) {
        if border != nil { parameters.ignore("border") }
        (border, radius) = (nil, nil)
    }

    /// The room that remains for the picture; nil if there is none.
    func room(in length: Int, isWidth: Bool, scale: Double) -> Int? {
        var room = length
        for sides in [padding, border].compactMap(\.self) {
            for side in isWidth ? [sides.left, sides.right] : [sides.top, sides.bottom] { room -= Int(side * scale, within: 0...65_535) }
        }
        return room > 0 ? room : nil
    }

    /// What adds them to the picture.
    func effects(scale: Double) -> [any ImageEffect] {
        var effects: [any ImageEffect] = []
        if let border {
            if !border.isEmpty { effects.append(border.effect(scale: scale, color: borderColor)) }
            if let radius { effects.append(.cornerRadii(radius.scaled(by: scale))) }
        }
        if !padding.isEmpty { effects.append(padding.effect(scale: scale, color: background ?? .clear)) }
        return effects
    }
}

extension ImgixParameters {
    /// One radius, or four from the top left one clockwise.
    mutating func radii(_ name: String) throws -> CornerRadii? {
        guard let text = text(name) else { return nil }
        let radii = text.split(separator: ",", omittingEmptySubsequences: false).map { Decimals.number($0) ?? .infinity }
        guard radii.allSatisfy({ $0 <= 65_535 }), let corners = CornerRadii(clockwise: radii) else {
            throw Self.failure(name, text, "one radius or four, in pixels")
        }
        return corners
    }
}
