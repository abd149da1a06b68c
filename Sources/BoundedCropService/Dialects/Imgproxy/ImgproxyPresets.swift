internal import BoundedCrop

/// The presets of a service: named lists of options.
struct ImgproxyPresets: Sendable {
    private var presets: [String: [ImgproxyOption]] = [:]

    /// The number of options that a URL may have, with those of its presets.
    static let mostOptions = 1000

    /// Parses texts of the form `name=option/option`. Throws `invalidSetting`.
    init(_ texts: [String], separator: Unicode.Scalar) throws {
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            let isName = !parts[0].isEmpty && !parts[0].unicodeScalars.contains { [separator, ":", "/"].contains($0) }
            guard parts.count == 2, isName, !parts[1].isEmpty else {
                throw BoundedCropError(.invalidSetting, "the preset “\(text)” is not of the form name=option/option")
            }
            do {
                presets[parts[0]] = try parts[1].split(separator: "/").map { segment in
                    guard let option = try ImgproxyOption(segment: segment, separator: separator) else {
                        throw BoundedCropError(.invalidSetting, "“\(segment)” is not an option with “\(separator)”")
                    }
                    return option
                }
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "the preset “\(parts[0])”: \(error.message)", underlying: error)
            }
        }
        for name in presets.keys.sorted() {
            do {
                var options = ImgproxyOptions()
                var count = 0
                try apply(ImgproxyOption("preset", [name]), to: &options, &count)
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "the preset “\(name)”: \(error.message)", underlying: error)
            }
        }
    }

    /// The result of a URL's options, after those of the preset `default`. Throws `invalidURL` and `limitExceeded`.
    func options(_ list: [ImgproxyOption], isInfo: Bool) throws -> ImgproxyOptions {
        var options = ImgproxyOptions()
        options.isInfo = isInfo
        var count = 0
        if presets["default"] != nil { try apply(ImgproxyOption("preset", ["default"]), to: &options, &count) }
        for option in list { try apply(option, to: &options, &count) }
        return options
    }

    /// Applies an option, or the options of the presets that it names. A preset inside itself is left out, as in imgproxy.
    private func apply(_ option: ImgproxyOption, to options: inout ImgproxyOptions, _ count: inout Int, inside: [String] = []) throws {
        count += 1
        guard count <= Self.mostOptions else {
            throw BoundedCropError(.limitExceeded, "the URL has more than \(Self.mostOptions) options, with those of its presets")
        }
        guard ["preset", "pr"].contains(option.name) else { return try options.apply(option) }
        for name in option.arguments {
            guard let list = presets[name] else { throw option.failure("names a preset that is not set: “\(name)”") }
            guard !inside.contains(name) else { continue }
            for other in list { try apply(other, to: &options, &count, inside: inside + [name]) }
        }
    }
}
