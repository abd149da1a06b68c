internal import BoundedCrop

/// What follows turns the geometry of a request back into terms of the hosted services.
extension TransformationGeometry {
    /// Reads the geometry of a step, without its trim, its manual crop, its region and its flips.
    ///
    /// - Throws: `invalidArgument`, which names a part that these services have no word for.
    init(_ step: TransformationStep) throws {
        self.init()
        var filters = try Arguments(step.crop.filter { $0.name != "region" })
        anchor = try Self.anchor(step, &filters)
        scale = try filters.take("scale").map { try Self.number($0, "scale") }
        zoom = try filters.take("zoom").map { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == CropFilters.anyUpscaling else { throw Self.noWord("zoom(\(text))") }
            return try Self.number(String(parts[0]), "zoom")
        }
        let upscales = filters.take("upscale") != nil
        let limit = filters.take("no_upscale")
        let stretches = filters.take("stretch") != nil
        let window = filters.take("window")
        if let text = filters.take("aspect") {
            guard let aspect = TransformationAspect(text: text) else { throw Self.noWord("aspect(\(text))") }
            self.aspect = aspect
        }
        offset = try filters.take("offset").map { try Self.pair($0, "offset") }
        try filters.checkEmpty()
        try takeSides(step.url.dimensions, window)
        guard limit == nil || limit == "aspect" else { throw Self.noWord("no_upscale(\(limit ?? ""))") }
        mode = try Self.mode(step, upscales: upscales, isLimited: limit != nil, stretches: stretches, isWindow: window != nil)
        if let ground = step.ground { try takeGround(ground) }
        guard zoom == nil || anchor.isFaces, step.ground == nil || !anchor.isFaces else { throw Self.noWord("this use of faces") }
    }

    private static func mode(
        _ step: TransformationStep,
        upscales: Bool,
        isLimited: Bool,
        stretches: Bool,
        isWindow: Bool
    ) throws -> Mode {
        guard let fitIn = step.url.fitIn else {
            guard step.ground == nil, !upscales else { throw noWord("a ground or upscale() without fit-in") }
            if isWindow { return .window }
            return stretches ? .stretch : .fill(isLimited: isLimited)
        }
        guard !fitIn.isAdaptive, !isLimited, !stretches, !isWindow, !fitIn.isFull || upscales && step.ground == nil else {
            throw noWord("this kind of fit-in")
        }
        if fitIn.isFull { return .cover }
        return step.ground == nil ? .fit(enlarges: upscales) : .pad(enlarges: upscales)
    }

    private mutating func takeSides(_ dimensions: ImageURL.Dimensions?, _ window: String?) throws {
        if let window {
            guard dimensions == nil || dimensions?.isProportional == true else { throw Self.noWord("a window with dimensions") }
            let (x, y) = try Self.pair(window, "window")
            (width, height) = (TransformationSide(text: x), TransformationSide(text: y))
        }
        guard let dimensions else { return }
        width = try Self.side(dimensions.width) ?? width
        height = try Self.side(dimensions.height) ?? height
    }

    private static func side(_ dimension: ImageURL.Dimension) throws -> TransformationSide? {
        switch dimension {
        case .pixels(let pixels): .pixels(pixels)
        case .proportional: nil
        case .original: throw noWord("orig as a side")
        }
    }

    private static func anchor(_ step: TransformationStep, _ filters: inout Arguments) throws -> TransformationAnchor {
        let aligned = TransformationAnchor.aligned(
            step.url.horizontalAlignment == .center ? nil : step.url.horizontalAlignment,
            step.url.verticalAlignment == .middle ? nil : step.url.verticalAlignment
        )
        let point = try filters.take("focal_point").map { try pair($0, "focal_point") }
        let (scheme, fallback) = (filters.take("scheme") ?? "all", filters.take("fallback") ?? "attention")
        guard step.url.isSmart else { return point.map { .point(x: $0.x, y: $0.y) } ?? aligned }
        guard aligned == .center, point == nil, ["all", "largest"].contains(scheme) else {
            throw noWord("smart with scheme(\(scheme)) or an alignment")
        }
        return .faces(onlyLargest: scheme == "largest", fallsBackToCenter: fallback == "center")
    }

    private mutating func takeGround(_ call: FilterCall) throws {
        let arguments = call.arguments
        guard let first = arguments.first, [1, 3, 5].contains(arguments.count) else { throw Self.noWord(call.description) }
        ground = first
        guard arguments.count > 1 else { return }
        guard let horizontal = ImageURL.HorizontalAlignment(rawValue: arguments[1]),
            let vertical = ImageURL.VerticalAlignment(rawValue: arguments[2])
        else { throw Self.noWord(call.description) }
        anchor = .aligned(horizontal == .center ? nil : horizontal, vertical == .middle ? nil : vertical)
        if arguments.count == 5 { offset = (arguments[3], arguments[4]) }
    }

    private static func pair(_ text: String, _ name: String) throws -> (x: String, y: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let areNumbers = parts.allSatisfy { ParameterText.number($0.hasSuffix("p") ? $0.dropLast() : $0[...]) != nil }
        guard parts.count == 2, areNumbers else { throw noWord("\(name)(\(text))") }
        return (parts[0], parts[1])
    }

    private static func number(_ text: String, _ name: String) throws -> Double {
        guard let number = ParameterText.number(text), number > 0 else { throw noWord("\(name)(\(text))") }
        return number
    }

    /// The error for a part of a request that the grammar cannot express.
    static func noWord(_ part: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "the grammar has no word for \(part.prefix(80))")
    }

    /// Filters by name, each taken once.
    private struct Arguments {
        private var texts: [String: String] = [:]

        init(_ calls: [FilterCall]) throws {
            for call in calls where texts.updateValue(call.argumentText, forKey: call.name) != nil {
                throw noWord("\(call.name)() twice")
            }
        }

        mutating func take(_ name: String) -> String? { texts.removeValue(forKey: name) }

        func checkEmpty() throws {
            guard let (name, text) = texts.min(by: { $0.key < $1.key }) else { return }
            throw noWord("\(name)(\(text))")
        }
    }
}

extension ImageURL.Dimensions {
    fileprivate var isProportional: Bool { width == .proportional && height == .proportional }
}
