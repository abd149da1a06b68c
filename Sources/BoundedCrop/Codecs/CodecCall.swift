internal import CImageCodecs

/// Calls into the codecs' C shim: status and message become a thrown error.
enum CodecCall {
    static func check(
        failure: BoundedCropError.Code = .malformedImage,
        _ call: (UnsafeMutablePointer<bc_codec_error>) -> Int32
    ) throws {
        var error = bc_codec_error()
        guard call(&error) != Int32(BC_CODEC_OK) else { return }
        if Int(error.code) == BC_CODEC_CANCELLED { throw CancellationError() }
        let code: BoundedCropError.Code = Int(error.code) == BC_CODEC_UNSUPPORTED ? .unsupportedFormat : failure
        throw BoundedCropError(code, withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
}

extension bc_span {
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes: bytes.baseAddress, length: bytes.count)
    }
}
