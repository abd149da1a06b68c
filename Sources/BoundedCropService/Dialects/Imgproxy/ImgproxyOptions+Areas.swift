internal import BoundedCrop

extension ImgproxyOptions {
    /// The options for the part of the picture that is shown, and how it is turned.
    static let areas: [(names: [String], reader: Reader)] = [
        (["gravity", "g"], { $0.gravity = try $0.gravity($1, named: $1.name) }),
        (["crop", "c"], { try $0.crop($1) }),
        (["crop_aspect_ratio", "crop_ar", "car"], { try $0.cropAspect($1) }),
        (["crop_objects"], { try $0.cropObjects($1) }),
        (["trim", "t"], { try $0.trim($1) }),
        (["auto_rotate", "ar"], { if try !flag($1) { $0.ignore($1.name) } }),
        (["rotate", "rot"], { try $0.rotate($1) }),
        (["flip", "fl"], { try $0.flip($1) }),
    ]

    private mutating func gravity(_ option: ImgproxyOption, named name: String) throws -> ImgproxyGravity {
        let gravity = try ImgproxyGravity(option)
        if gravity.losesWeights { ignore(name) }
        return gravity
    }

    private mutating func crop(_ option: ImgproxyOption) throws {
        try option.check(count: 1...200)
        let limit = Double(Self.longestSide)
        var crop = Crop(width: try option.number(0, in: 0...limit))
        if option.arguments.count > 1 { crop.height = try option.number(1, in: 0...limit) }
        if option.hasAny(from: 2) { crop.gravity = try gravity(option.rest(from: 2, as: option.name), named: option.name) }
        self.crop = crop
    }

    private mutating func cropAspect(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        let ratio = try option.number(0, in: 0...1000)
        guard ratio == 0 || ratio >= 0.001 else { throw option.failure("needs 0, or a ratio from 0.001 to 1000") }
        cropAspect = ratio == 0 ? nil : CropAspect(ratio: ratio, enlarges: try option.flag(1))
    }

    private mutating func cropObjects(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        let factor = try option.number(0, in: 0...1000)
        guard factor == 0 || factor >= 1 else { throw option.failure("needs 0, or a factor from 1 to 1000") }
        objectsFactor = factor == 0 ? nil : factor
    }

    private mutating func trim(_ option: ImgproxyOption) throws {
        try option.check(count: 1...4)
        let threshold = option.has(0) ? try option.number(0, in: 0...1e6) : nil
        let color = option.has(1) ? ImageURL.Trim.color(try option.color(1)) : nil
        let isEqual = (try option.flag(2), try option.flag(3))
        // The border is trimmed on each side as far as it goes.
        guard isEqual == (false, false) else {
            trim = nil
            return ignore(option.name)
        }
        // Differences are whole numbers. Without a tolerance, both measures find the same.
        let tolerance = threshold.map { Int(min($0, 255)) }
        trim = tolerance.map { ImageURL.Trim(tolerance: $0, measure: $0 > 0 ? .channels : .distance, color: color) }
    }

    private mutating func rotate(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        let degrees = try option.integer(0, in: -1_000_000...1_000_000)
        guard degrees % 90 == 0 else { throw option.failure("needs a multiple of 90") }
        turn = (degrees % 360 + 360) % 360
    }

    private mutating func flip(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        if option.has(0) { flipsHorizontally = try option.flag(0) }
        if option.has(1) { flipsVertically = try option.flag(1) }
    }
}
