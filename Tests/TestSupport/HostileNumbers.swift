/// Invalid and extreme numbers, for every place where a number is read.
package enum HostileNumbers {
    package static let texts: [String] = {
        let words = ["nan", "-nan", "inf", "-inf", "infinity", "1e300", "-1e300", "1.8e308", "-1.8e308", "1e400", "0x1p1023", "-0x1p1023"]
        let ends = [
            "9223372036854775807", "-9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "2147483647", "2147483648", "-2147483648", "4294967296", "65535", "65536",
        ]
        // Doubles of this size are one pixel or more apart.
        let coarse = ["4503599627370497.5", "9007199254740993", "-9007199254740993", "92230368547758080", "-92230368547758080"]
        let small = ["0", "-0", "0.0", "-0.0", "5e-324", "-5e-324", "2.2250738585072011e-308", "1e-10", "-1", "0.5", "1"]
        let long = [
            String(repeating: "9", count: 400), "-" + String(repeating: "9", count: 400), "0." + String(repeating: "0", count: 400) + "1",
        ]
        return words + ends + coarse + small + long + ["", " ", "-", "+1", "1e", "٣", "1_000", "0x10"]
    }()

    /// Each hostile number by itself, and the text with each of its numbers replaced by each hostile number.
    package static func variants(of text: String) -> [String] {
        let numbers = text.matches(of: /-?[0-9.]+/).map(\.range)
        return texts.flatMap { hostile in
            [hostile] + numbers.map { text.replacingCharacters(in: $0, with: hostile) }
        }
    }

    /// Lists of arguments in each of which one is hostile.
    package static func variants(of arguments: [String]) -> [[String]] {
        arguments.indices.flatMap { index in
            variants(of: arguments[index]).map { variant in
                var arguments = arguments
                arguments[index] = variant
                return arguments
            }
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
