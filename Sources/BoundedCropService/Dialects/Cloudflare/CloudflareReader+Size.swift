internal import BoundedCrop

/// `width`, `height`, `fit`, `gravity` and `zoom`.
extension CloudflareReader {
    private static let fits = ["scale-down", "contain", "cover", "crop", "aspect-crop", "pad", "squeeze"]

    /// Returns whether free room in the box gets a ground.
    mutating func readSize(exchanging exchangesSides: Bool, _ background: String?) throws -> Bool {
        let fit = try options.word("fit", of: Self.fits) ?? "scale-down"
        let gravity = try readGravity()
        let (width, height) = (try side("width"), try side("height"))
        guard width != nil || height != nil else { return false }
        let (across, down) = exchangesSides ? (height, width) : (width, height)
        url.dimensions = ImageURL.Dimensions(
            width: across.map { .pixels($0) } ?? .proportional,
            height: down.map { .pixels($0) } ?? .proportional
        )
        let hasBoth = width != nil && height != nil
        switch fit {
        case "scale-down": url.fitIn = ImageURL.FitIn()
        case "crop" where !hasBoth, "aspect-crop" where !hasBoth: url.fitIn = ImageURL.FitIn()
        case _ where !hasBoth: break
        case "squeeze": filters.append(FilterCall("stretch"))
        case "contain", "pad":
            url.fitIn = ImageURL.FitIn()
            filters.append(FilterCall("upscale"))
            return fit == "pad"
        default:
            if fit == "crop" { filters.append(FilterCall("no_upscale")) }
            if fit == "aspect-crop" { filters.append(FilterCall("no_upscale", "aspect")) }
            place(gravity)
        }
        return false
    }

    private mutating func side(_ name: String) throws -> Int? {
        guard let text = options.text(name) else { return nil }
        if text == "auto" {
            // It takes the width from the browser's hints.
            options.ignore(name)
            return nil
        }
        guard let pixels = Int(digits: text[...]), (1...12_000).contains(pixels) else {
            throw CloudflareOptions.failure(name, text, "1 to 12000 pixels")
        }
        return max(length(Double(pixels)), 1)
    }

    private enum Gravity {
        case center, auto
        case face(zoom: Double)
        case side(String)
        case point(Double, Double)
    }

    private mutating func readGravity() throws -> Gravity {
        let zoom = try options.number("zoom", in: 0...1) ?? 0
        guard let text = options.text("gravity") else { return .center }
        switch text {
        case "auto": return .auto
        case "face": return .face(zoom: zoom)
        case "center": return .center
        case "left", "right", "top", "bottom": return .side(text)
        default:
            let point = text.split(separator: "x", omittingEmptySubsequences: false).map { Decimals.number($0) ?? .infinity }
            guard point.count == 2, point.allSatisfy({ $0 <= 1 }) else {
                throw CloudflareOptions.failure(
                    "gravity",
                    text,
                    "auto, face, left, right, top, bottom, or shares of the sides such as 0.5x0.33"
                )
            }
            return .point(point[0], point[1])
        }
    }

    /// The point is one of the picture as it is before it is turned.
    private mutating func place(_ gravity: Gravity) {
        switch gravity {
        case .center: break
        case .auto: url.isSmart = true
        case .face(let zoom):
            url.isSmart = true
            if zoom > 0 { filters.append(FilterCall("tightness", Decimals.text(zoom))) }
            filters.append(FilterCall("fallback", "center"))
        case .side(let side):
            url.horizontalAlignment = ImageURL.HorizontalAlignment(rawValue: side)
            url.verticalAlignment = ImageURL.VerticalAlignment(rawValue: side)
        case .point(let x, let y):
            filters.append(FilterCall("focal_point", "\(Decimals.text(x * 100))p", "\(Decimals.text(y * 100))p"))
        }
    }
}
