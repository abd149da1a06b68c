internal import BoundedCrop
internal import BoundedCropEffects

extension ImageKitStep {
    /// `w-300` in pixels, or `w-0.5` as a share. Throws `invalidURL`.
    func side(_ name: String) throws -> TransformationSide? {
        guard let parameter = self[name] else { return nil }
        guard let number = ParameterText.number(parameter.value) else {
            let isExpression = parameter.value.utf8.first.map(CloudinaryComponent.isLetter) ?? false
            throw isExpression ? parameter.refusal("automatic sides and expressions are not available") : failure(parameter)
        }
        if number > 0, number < 1 {
            guard number >= 0.0001 else { throw failure(parameter) }
            return .share(number)
        }
        guard number == number.rounded(), (1...65_535).contains(number) else { throw failure(parameter) }
        return .pixels(Int(number, within: 1...65_535))
    }

    private func failure(_ parameter: TransformationParameter) -> BoundedCropError {
        parameter.failure("1 to 65535 pixels, or a share of the picture below 1, such as 0.5")
    }

    /// `ar-4-3` or `ar-4_3`. Throws `invalidURL`.
    func aspect(_ parameter: TransformationParameter) throws -> TransformationAspect {
        let parts = parameter.value.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
            .map { ParameterText.number($0) }
        guard parts.count == 2, let aspect = TransformationAspect(parts[0], parts[1]) else {
            throw parameter.failure("an aspect ratio, such as 16-9")
        }
        return aspect
    }

    /// `dpr-2`; nil for `dpr-1`. Throws `invalidURL`.
    mutating func scale() throws -> Double? {
        guard let parameter = self["dpr"] else { return nil }
        guard parameter.value != "auto" else {
            ignored.append(parameter.text)
            return nil
        }
        let scale = try parameter.number(in: 0.1...5)
        return scale == 1 ? nil : scale
    }

    /// A color as ImageKit has them: with 8 digits, the last two are percent of opacity, 00 to 99. Throws `invalidURL`.
    func color(_ text: some StringProtocol, of parameter: TransformationParameter) throws -> Color {
        guard text.utf8.count == 8 else { return try parameter.color(text) }
        guard let percent = Int(digits: Substring(text).suffix(2)) else { throw parameter.failure("a color, with 00 to 99 as its opacity") }
        return TransformationColor.color(try parameter.color(text.prefix(6)), opacity: percent)
    }

    /// The ground of a padded picture: black by default. Throws `invalidURL`.
    mutating func ground() throws -> Fill.Ground {
        guard let background = self["bg"] else { return .color(.black) }
        switch background.value.prefix(while: { $0 != "_" && $0 != "-" }) {
        case "blurred":
            if background.value != "blurred" { ignored.append(background.text) }
            return .blur
        case "dominant": return .average
        case "genfill", "gradient":
            ignored.append(background.text)
            return .color(.black)
        default: return .color(try color(background.value, of: background))
        }
    }
}
