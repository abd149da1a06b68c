internal import BoundedCrop
internal import BoundedCropRendering

extension CloudinaryComponent {
    /// `w_200` in pixels, or `w_0.5` as a share. Throws `invalidURL`.
    func side(_ name: String) throws -> TransformationSide? {
        guard let parameter = self[name] else { return nil }
        guard let number = ParameterText.number(parameter.value) else {
            let isExpression = parameter.value.utf8.first.map { !Int.isDigit($0) && $0 != UInt8(ascii: "-") } ?? false
            throw isExpression ? parameter.refusal("automatic sides and expressions are not available") : failure(parameter)
        }
        if parameter.value.contains("."), number <= 1 {
            guard number >= 0.0001 else { throw failure(parameter) }
            return .share(number)
        }
        guard number == number.rounded(), (1...65_535).contains(number) else { throw failure(parameter) }
        return .pixels(Int(number, within: 1...65_535))
    }

    private func failure(_ parameter: TransformationParameter) -> BoundedCropError {
        parameter.failure("1 to 65535 pixels, or a share of the picture with a point, such as 0.5")
    }

    /// `ar_16:9` or `ar_1.5`. Throws `invalidURL`.
    func aspect() throws -> TransformationAspect? {
        guard let parameter = self["ar"] else { return nil }
        let parts = parameter.value.split(separator: ":", omittingEmptySubsequences: false).map { ParameterText.number($0) }
        guard parts.count <= 2, let aspect = TransformationAspect(parts[0], parts.count > 1 ? parts[1] : 1) else {
            throw parameter.failure("an aspect ratio, such as 16:9 or 1.5")
        }
        return aspect
    }

    /// `x_10` in pixels, which are multiplied by a factor, or `x_0.1` as a share; 0 if it is missing. Throws `invalidURL`.
    func coordinate(_ name: String, least: Double, times factor: Double = 1) throws -> RenderRequest.Length {
        guard let parameter = self[name] else { return .pixels(0) }
        let number = try parameter.number(in: least...65_535)
        return parameter.value.contains(".") && abs(number) <= 1 ? .share(number) : .pixels((number * factor).rounded())
    }

    /// Whether the component gives the picture a size.
    var hasSides: Bool { ["w", "h", "ar"].contains { self[$0] != nil } }

    /// Removes `dpr_` from a component that sizes nothing.
    mutating func removeDensityOfOthers() -> TransformationParameter? {
        guard !hasSides, self["c"] == nil, let index = parameters.firstIndex(where: { $0.name == "dpr" }) else { return nil }
        return parameters.remove(at: index)
    }

    /// Adds the `dpr_` of another component. False, and ignored, if there is one.
    mutating func add(density: TransformationParameter) -> Bool {
        guard self["dpr"] == nil else {
            ignored.append(density.text)
            return false
        }
        parameters.append(density)
        return true
    }

    /// `dpr_2.0`; nil for `dpr_1`. Throws `invalidURL`.
    mutating func scale() throws -> Double? {
        guard let parameter = self["dpr"] else { return nil }
        guard parameter.value != "auto" else {
            ignored.append(parameter.text)
            return nil
        }
        let scale = try parameter.number(in: 0.1...10)
        return scale == 1 ? nil : scale
    }
}
