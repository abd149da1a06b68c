internal import BoundedCrop

/// Pictures as lines of half blocks, each of two pixels: the upper one in the character's colour, the lower one in its ground's.
enum HalfBlocks {
    /// A line for every two rows of the picture; a last row by itself has the terminal's own ground below it. Colours are said only where
    /// they change, and each line ends with the terminal's own. Pixels less than half opaque are not drawn; others lie on black.
    static func lines(of picture: PixelBuffer) -> [String] {
        stride(from: 0, to: picture.height, by: 2).map { row in
            var line = ""
            var pen = Pen()
            for column in 0..<picture.width {
                line += pen.cell(upper: color(picture, column, row), lower: color(picture, column, row + 1))
            }
            return line + "\u{1B}[0m"
        }
    }

    private struct RGB: Equatable {
        let red, green, blue: UInt8

        var text: String { "\(red);\(green);\(blue)" }
    }

    /// The colours that the terminal has been told; nil for its own.
    private struct Pen {
        private var foreground: RGB?
        private var background: RGB?

        mutating func cell(upper: RGB?, lower: RGB?) -> String {
            switch (upper, lower) {
            case (nil, nil): set(nil, on: nil) + " "
            case (nil, let lower): set(lower, on: nil) + "▄"
            case (let upper, nil): set(upper, on: nil) + "▀"
            case (let upper, let lower) where upper == lower: set(nil, on: lower) + " "
            case (let upper, let lower): set(upper, on: lower) + "▀"
            }
        }

        /// Without a colour for the character, which is a space then, the one that is set may stay.
        private mutating func set(_ foreground: RGB?, on background: RGB?) -> String {
            var codes: [String] = []
            if let foreground, foreground != self.foreground {
                codes.append("38;2;\(foreground.text)")
                self.foreground = foreground
            }
            if background != self.background {
                codes.append(background.map { "48;2;\($0.text)" } ?? "49")
                self.background = background
            }
            return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
        }
    }

    private static func color(_ picture: PixelBuffer, _ column: Int, _ row: Int) -> RGB? {
        guard row < picture.height else { return nil }
        let index = (row * picture.width + column) * 4
        guard picture.bytes[index + 3] >= 128 else { return nil }
        return RGB(red: picture.bytes[index], green: picture.bytes[index + 1], blue: picture.bytes[index + 2])
    }
}
