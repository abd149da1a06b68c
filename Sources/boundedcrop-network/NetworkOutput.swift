import BoundedCrop

/// An array of numbers that a network computed.
struct NetworkOutput {
    let name: String
    /// The length along each dimension.
    let shape: [Int]
    /// As many as the product of the shape.
    let values: [Float]

    /// The shape as text, such as `[1, 3598, 112]`.
    var shapeText: String { "[\(shape.map(String.init).joined(separator: ", "))]" }

    /// Throws `detectionFailed` unless the output has this shape; nil stands for any length.
    func require(_ expected: [Int?], _ meaning: String) throws {
        let fits = shape.count == expected.count && zip(shape, expected).allSatisfy { $1 == nil || $0 == $1 }
        guard !fits || values.count != shape.reduce(1, *) else { return }
        let lengths = expected.map { $0.map(String.init) ?? "N" }.joined(separator: ", ")
        throw BoundedCropError(
            .detectionFailed,
            "the output \(name) has the shape \(shapeText), not [\(lengths)] (\(meaning)): the model does not match its description"
        )
    }
}

extension [NetworkOutput] {
    /// The output with this many rows of this many numbers: the order of the outputs differs between exports, their shapes do not.
    ///
    /// Throws `detectionFailed`, with the shapes that there are, if there is none.
    func only(rows: Int, of length: Int, _ meaning: String) throws -> NetworkOutput {
        // Some exports leave out the number of pictures.
        let found = first { ($0.shape == [rows, length] || $0.shape == [1, rows, length]) && $0.values.count == rows * length }
        if let found { return found }
        let shapes = map { "\($0.name) \($0.shapeText)" }.joined(separator: ", ")
        throw BoundedCropError(
            .detectionFailed,
            "no output has the shape [1, \(rows), \(length)] (\(meaning)), of \(shapes): the model does not match its description"
        )
    }
}
