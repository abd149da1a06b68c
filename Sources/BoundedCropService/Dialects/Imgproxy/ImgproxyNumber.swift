/// Numbers in imgproxy's options, and in the filters that they become.
enum ImgproxyNumber {
    /// A finite decimal number; nil for everything else, such as `nan` or hexadecimal digits.
    static func value(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), let value = Double(text), value.isFinite else {
            return nil
        }
        return value
    }

    /// The number with up to so many decimals, without an exponent and without zeros at the end.
    static func text(_ number: Double, decimals: Int = 4) -> String {
        guard number.isFinite else { return "0" }
        let bounded = min(max(number, -1e12), 1e12)
        var text = bounded.formatted(decimals)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// A share as percent of a side.
    static func percent(_ share: Double) -> String { text(share * 100) + "p" }
}

extension Double {
    /// The number with exactly so many decimals, for numbers up to 1e12 and six decimals.
    fileprivate func formatted(_ decimals: Int) -> String {
        let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
        let units = Int((magnitude * Double(factor)).rounded())
        let fraction = String(units % factor)
        let digits = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
        return (self < 0 && units > 0 ? "-" : "") + "\(units / factor)" + (decimals > 0 ? ".\(digits)" : "")
    }
}
