internal import BoundedCrop

extension ImageKitWriter {
    /// The parameter of a filter for pixels. Throws `invalidArgument`.
    static func parameter(of call: FilterCall) throws -> String {
        let values = call.arguments
        let word: String? =
            switch (call.name, values.count) {
            case ("grayscale", 0): "e-grayscale"
            case ("sharpen", 2) where values[1] == "1":
                number(values[0], 0...100).map { "e-sharpen-\(ParameterText.text($0 * ImageKitStep.sharpening))" }
            case ("sharpen", 2) where number(values[0], 0...100) != nil && number(values[1], 0...100) != nil:
                "e-usm-\(values[1])-\(values[1])-\(values[0])-0"
            case ("blur", 1): whole(values[0], 1...100).map { "bl-\($0)" }
            case ("colorize", 4) where values[0] == values[1] && values[1] == values[2]:
                try whole(values[0], 0...100).map { "e-colorize-co-\(try color(values[3]))_in-\($0)" }
            case ("round_corner", 1) where values[0] == "65535|65535": "r-max"
            case ("corner_radius", 1), ("corner_radius", 4):
                values.allSatisfy { ParameterText.number($0) != nil } ? "r-\(values.joined(separator: "_"))" : nil
            case ("border", 5) where Set(values.prefix(4)).count == 1:
                try whole(values[0], 1...1000).map { "b-\($0)_\(try color(values[4]))" }
            case ("alpha", 1): number(values[0], 0...1).flatMap { whole(ParameterText.text($0 * 100), 0...100) }.map { "o-\($0)" }
            case ("turn", 1): whole(values[0], 0...3600).map { "rt-\($0)" }
            case ("flip", 1) where values[0] == "horizontal": "fl-h"
            case ("flip", 1) where values[0] == "vertical": "fl-v"
            case ("background_color", 1): "bg-\(try color(values[0]))"
            default: nil
            }
        guard let word else { throw TransformationGeometry.noWord(call.description) }
        return word
    }

    private static func number(_ text: String, _ range: ClosedRange<Double>) -> Double? {
        ParameterText.number(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private static func whole(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        ParameterText.number(text) == nil ? nil : Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
}
