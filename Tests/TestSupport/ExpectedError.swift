package import BoundedCrop
package import Testing

/// Expects a `BoundedCropError` with this code and a message that contains this text.
package func expectError(
    _ code: BoundedCropError.Code,
    saying text: String = "",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: BoundedCropError.self, sourceLocation: sourceLocation, performing: body)
    guard let error else { return }
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.contains(text) || text.isEmpty, "\(error) does not say “\(text)”", sourceLocation: sourceLocation)
}
