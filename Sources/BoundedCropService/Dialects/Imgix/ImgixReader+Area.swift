internal import BoundedCrop

/// The part of the picture that everything else works on: `trim` and `rect`.
extension ImgixReader {
    /// `trim=auto` measures each row's mean and deviation at imgix. Here both ways compare pixels with the one in the corner, or `trim-color`.
    mutating func readTrim() throws {
        let tolerance = try parameters.number("trim-tol", in: 0...442)
        let difference = try parameters.number("trim-md", in: 0...442)
        let (deviation, padding, color) = (parameters.text("trim-sd"), parameters.text("trim-pad"), try parameters.color("trim-color"))
        guard let way = parameters.word("trim", of: ["auto", "color"]) else { return }
        if deviation != nil { parameters.ignore("trim-sd") }
        if let padding, padding != "0" { parameters.ignore("trim-pad") }
        let distance = way == "auto" ? difference ?? 11 : tolerance ?? 0
        // Opacity has no meaning here.
        let border = way == "color" ? color.flatMap { ImageURL.Trim.color($0.prefix(6)) } : nil
        url.trim = ImageURL.Trim(tolerance: Int(distance, within: 0...442), color: border)
    }

    /// `rect=X,Y,W,H`: pixels, shares of the picture as numbers with a point, or words.
    mutating func readRectangle() throws {
        guard let text = parameters.text("rect") else { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        let sizes = parts.dropFirst(2).map { Length($0) }
        guard parts.count == 4, let width = sizes[0], let height = sizes[1], !width.isEmpty, !height.isEmpty,
            let x = Position(parts[0], words: ["left", "center", "right"]), let y = Position(parts[1], words: ["top", "middle", "bottom"])
        else {
            throw ImgixParameters.failure(
                "rect",
                text,
                "X,Y,W,H: whole pixels, shares such as 0.5, left, center, right, top, middle, bottom, full"
            )
        }
        // Pixels before a turn cannot be told without the picture's size, nor can the middle of a rectangle in pixels.
        guard orientation == .upright, let left = x.start(of: width), let top = y.start(of: height) else {
            return parameters.ignore("rect")
        }
        if case (.pixels(let x), .pixels(let y), .pixels(let width), .pixels(let height)) = (left, top, width, height) {
            url.manualCrop = ImageURL.ManualCrop(left: x, top: y, right: x + width, bottom: y + height)
        } else {
            crop.append(FilterCall("region", left.text, top.text, width.text, height.text))
        }
    }

    private enum Length {
        case pixels(Int)
        case share(Double)

        init?(_ text: String) {
            if text == "full" {
                self = .share(1)
            } else if let pixels = Int(digits: text[...]), pixels <= 1_000_000 {
                self = .pixels(pixels)
            } else if let share = Decimals.number(text), share <= 1 {
                self = .share(share)
            } else {
                return nil
            }
        }

        var isEmpty: Bool {
            switch self {
            case .pixels(let pixels): pixels == 0
            case .share(let share): share == 0
            }
        }

        var text: String {
            switch self {
            case .pixels(let pixels): String(pixels)
            case .share(let share): "\(Decimals.text(share * 100))p"
            }
        }
    }

    private enum Position {
        case length(Length)
        /// The share of the free room that lies before the rectangle.
        case word(Double)

        init?(_ text: String, words: [String]) {
            if let index = words.firstIndex(of: text) {
                self = .word(Double(index) / 2)
            } else if let length = Length(text), text != "full" {
                self = .length(length)
            } else {
                return nil
            }
        }

        /// Nil if it depends on the picture's size.
        func start(of length: Length) -> Length? {
            switch (self, length) {
            case (.length(let start), _): start
            case (.word(0), .pixels): .pixels(0)
            case (.word(let word), .share(let share)): .share((1 - share) * word)
            case (.word, .pixels): nil
            }
        }
    }
}
