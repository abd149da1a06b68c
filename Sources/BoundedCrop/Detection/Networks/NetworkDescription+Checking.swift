extension NetworkDescription {
    private static let sides = 16...4096
    private static let mostClasses = 10_000
    private static let mostStrides = 8
    private static let mostCells = 1_000_000
    private static let greatestWeight = 1000.0

    /// Throws `unreadableModel` for values that no network has.
    func check() throws {
        try Self.require(Self.sides ~= input.width && Self.sides ~= input.height) {
            "“input” has sides of \(Self.sides.lowerBound) to \(Self.sides.upperBound) pixels, not \(input)"
        }
        try Self.require((mean + scale).allSatisfy { abs($0) <= 1_000_000 }) { "“mean” and “scale” are numbers up to a million" }
        try Self.require(0...255 ~= gray) { "“gray” is 0 to 255, not \(gray)" }
        try Self.require(0...1 ~= threshold) { "“threshold” is 0 to 1, not \(threshold)" }
        try Self.require(0...1 ~= overlap) { "“overlap” is 0 to 1, not \(overlap)" }
        try checkStrides()
        try checkClasses()
        try Self.require(outputs.map { 1...100 ~= $0.count && Set($0).count == $0.count } ?? true) {
            "“outputs” has 1 to 100 different names, not \(outputs ?? [])"
        }
    }

    /// The columns and rows of the grid of a stride over the input.
    package func grid(of stride: Int) -> PixelSize {
        PixelSize(width: (input.width + stride - 1) / stride, height: (input.height + stride - 1) / stride)
    }

    private func checkStrides() throws {
        guard shape != .ssd else { return }
        try Self.require(1...Self.mostStrides ~= strides.count && strides.allSatisfy { 1...1024 ~= $0 }) {
            "“strides” has 1 to \(Self.mostStrides) numbers from 1 to 1024, not \(strides)"
        }
        try Self.require(Set(strides).count == strides.count) { "“strides” has different numbers, not \(strides)" }
        let cells = strides.reduce(0) { $0 + grid(of: $1).area }
        try Self.require(cells <= Self.mostCells) {
            "“strides” of \(strides) divide the input of \(input) into \(cells) cells, above the limit of \(Self.mostCells)"
        }
        // NanoDet rounds up instead.
        guard shape != .nanodet else { return }
        for stride in strides {
            try Self.require(input.width % stride == 0 && input.height % stride == 0) {
                "“input” of \(input) is not a multiple of the stride \(stride)"
            }
        }
    }

    private func checkClasses() throws {
        try Self.require(1...Self.mostClasses ~= classes.count) { "“classes” has 1 to \(Self.mostClasses) entries, not \(classes.count)" }
        for (index, entry) in classes.enumerated() {
            try Self.require(0...Self.greatestWeight ~= entry.weight) {
                "“classes[\(index)].weight” is 0 to \(Int(Self.greatestWeight)), not \(entry.weight)"
            }
        }
        try Self.require(classes.contains { $0.name != nil && $0.weight > 0 }) {
            "“classes” has none with a name and a weight above 0, so that nothing could be found"
        }
        try Self.require(shape != .yunet || classes.count == 1) {
            "“classes” has one entry for “yunet”, which has no classes of its own, not \(classes.count)"
        }
    }

    private static func require(_ condition: Bool, _ message: () -> String) throws {
        guard !condition else { return }
        throw BoundedCropError(.unreadableModel, message())
    }
}
