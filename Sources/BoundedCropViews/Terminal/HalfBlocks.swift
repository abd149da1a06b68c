internal import BoundedCrop

/// Pictures as lines of half-block characters. Each shows two pixels: the upper as the foreground color, the lower as the background color.
enum HalfBlocks {
    /// Returns one line per two rows of the picture. Below a single last row, the terminal's own background is used. Color codes are
    /// written only on changes, and each line ends by resetting the colors. Pixels less than half opaque are not drawn; others are drawn
    /// over black.
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

    /// The current colors of the terminal; nil for its own.
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

        /// Without a foreground color the character is a space, so the current foreground can stay.
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
