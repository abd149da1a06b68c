extension Feature {
    /// Creates a region to keep from `x,y,width,height` in pixels of the upright picture, such as `120,40,200,240`; nil if the text is not
    /// four finite numbers, or if the width or the height is not above 0.
    package init?(region text: some StringProtocol) {
        guard let numbers = Self.numbers(text, count: 4), numbers[2] > 0, numbers[3] > 0 else { return nil }
        self.init(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]), kind: .region)
    }

    /// Creates a point to crop around from `x,y` in pixels of the upright picture, such as `120,40`; nil if the text is not two finite
    /// numbers.
    package init?(focalPoint text: some StringProtocol) {
        guard let numbers = Self.numbers(text, count: 2) else { return nil }
        self.init(focalPoint: Point(x: numbers[0], y: numbers[1]))
    }

    private static func numbers(_ text: some StringProtocol, count: Int) -> [Double]? {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}
