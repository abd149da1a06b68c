package import COpenCV

/// Calls into the C++ shim: its status and message become a thrown error.
package enum OpenCVCall {
    package static func check(_ call: (UnsafeMutablePointer<bc_opencv_error>) -> Int32) throws {
        var error = bc_opencv_error()
        guard call(&error) != Int32(BC_OPENCV_OK) else { return }
        if Int(error.code) == BC_OPENCV_CANCELLED { throw CancellationError() }
        throw thrown(error)
    }

    static func thrown(_ error: bc_opencv_error) -> BoundedCropError {
        let code: BoundedCropError.Code =
            switch Int(error.code) {
            case BC_OPENCV_INVALID_ARGUMENT: .invalidArgument
            case BC_OPENCV_UNREADABLE_MODEL: .unreadableModel
            default: .detectionFailed
            }
        return BoundedCropError(code, withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
}
