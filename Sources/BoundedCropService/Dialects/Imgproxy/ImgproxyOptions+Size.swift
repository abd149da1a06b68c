internal import BoundedCrop

extension ImgproxyOptions {
    /// The longest side of a picture.
    static let longestSide = 65_535

    /// The options for the size of the output.
    static let sizes: [(names: [String], reader: Reader)] = [
        (["resize", "rs"], { try $0.resize($1) }),
        (["size", "s"], { try $0.size($1) }),
        (["resizing_type", "rt"], { try $0.resizing($1) }),
        (["width", "w"], { $0.width = try side($1) }),
        (["height", "h"], { $0.height = try side($1) }),
        (["min-width", "min_width", "mw"], { $0.minimumWidth = try side($1) }),
        (["min-height", "min_height", "mh"], { $0.minimumHeight = try side($1) }),
        (["zoom", "z"], { try $0.zoom($1) }),
        (["dpr"], { $0.density = try factor($1) }),
        (["enlarge", "el"], { $0.enlarges = try flag($1) }),
        (["extend", "ex"], { try $0.extend($1) }),
        (["extend_aspect_ratio", "extend_ar", "exar"], { try $0.extendAspect($1) }),
    ]

    static func flag(_ option: ImgproxyOption) throws -> Bool {
        try option.check(count: 1...1)
        return try option.flag(0)
    }

    static func side(_ option: ImgproxyOption) throws -> Int {
        try option.check(count: 1...1)
        return try option.integer(0, in: 0...longestSide)
    }

    private static func factor(_ option: ImgproxyOption) throws -> Double {
        try option.check(count: 1...1)
        return try option.number(0, in: 0.001...100)
    }

    private mutating func resize(_ option: ImgproxyOption) throws {
        try option.check(count: 1...8)
        if option.has(0) { try resizing(ImgproxyOption(option.name, [option.arguments[0]])) }
        if option.arguments.count > 1 { try size(option.rest(from: 1, as: option.name)) }
    }

    private mutating func resizing(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        guard let resizing = Resizing(rawValue: option.arguments[0]) else {
            throw option.failure("has no resizing type: there are fit, fill, fill-down, force and auto")
        }
        self.resizing = resizing
    }

    /// Missing and empty arguments leave what was said before.
    private mutating func size(_ option: ImgproxyOption) throws {
        try option.check(count: 1...7)
        if option.has(0) { width = try option.integer(0, in: 0...Self.longestSide) }
        if option.has(1) { height = try option.integer(1, in: 0...Self.longestSide) }
        if option.has(2) { enlarges = try option.flag(2) }
        if option.has(3) { try extend(option.rest(from: 3, as: option.name)) }
    }

    private mutating func zoom(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        zoomX = try option.number(0, in: 0.001...100)
        zoomY = option.has(1) ? try option.number(1, in: 0.001...100) : zoomX
    }

    private mutating func extend(_ option: ImgproxyOption) throws {
        let gravity = try Self.groundGravity(option)
        extend = try option.flag(0) ? Extend(gravity: gravity) : nil
    }

    private mutating func extendAspect(_ option: ImgproxyOption) throws {
        let gravity = try Self.groundGravity(option)
        extendAspect = try option.flag(0) ? Extend(gravity: gravity) : nil
    }

    /// The place of a picture on its ground.
    private static func groundGravity(_ option: ImgproxyOption) throws -> ImgproxyGravity {
        try option.check(count: 1...4)
        guard option.hasAny(from: 1) else { return ImgproxyGravity() }
        let gravity = try ImgproxyGravity(option.rest(from: 1, as: option.name))
        guard !gravity.isSmart else { throw option.failure("can only be placed at an edge, a corner, the center or fp:X:Y") }
        return gravity
    }
}
