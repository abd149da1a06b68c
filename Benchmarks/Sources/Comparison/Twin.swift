import CPipelineTwin

/// The same thumbnail implemented directly with libjpeg-turbo and OpenCV.
final class Twin {
    private let handle: OpaquePointer

    init(model: String) throws {
        guard let handle = bc_twin_create(model) else { throw ComparisonError("the twin cannot read \(model)") }
        self.handle = handle
    }

    deinit {
        bc_twin_destroy(handle)
    }

    /// Returns the size of the thumbnail in bytes and the number of faces found.
    @discardableResult
    func thumbnail(ofFile path: String, side: Int) throws -> (bytes: Int, faces: Int) {
        var (length, faces) = (0, Int32(0))
        guard bc_twin_thumbnail(handle, path, Int32(side), &length, &faces) != nil else {
            throw ComparisonError("the twin cannot crop \(path)")
        }
        return (length, Int(faces))
    }
}
