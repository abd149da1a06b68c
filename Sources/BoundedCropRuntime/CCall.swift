package import CCalls

/// Calls into C and C++ that turn a status and a message into a thrown error.
package enum CCall {
    /// Throws `CancellationError`, or the error that the call reports.
    /// - Parameter failure: The code to use when the error has no code of its own.
    package static func check(failure: BoundedCropError.Code, _ call: (UnsafeMutablePointer<bc_error>) -> Int32) throws {
        var error = bc_error()
        guard call(&error) != Int32(BC_OK) else { return }
        if Int(error.code) == BC_CANCELLED { throw CancellationError() }
        throw thrown(error, failure: failure)
    }

    package static func thrown(_ error: bc_error, failure: BoundedCropError.Code) -> BoundedCropError {
        let code: BoundedCropError.Code =
            switch Int(error.code) {
            case BC_INVALID_ARGUMENT: .invalidArgument
            case BC_UNREADABLE_MODEL: .unreadableModel
            case BC_UNSUPPORTED: .unsupportedFormat
            case BC_OUT_OF_MEMORY: .outOfMemory
            case BC_MISSING_LIBRARY: .missingLibrary
            case BC_LIMIT_EXCEEDED: .limitExceeded
            default: failure
            }
        return BoundedCropError(code, withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
}

extension bc_span {
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes: bytes.baseAddress, length: bytes.count)
    }
}

extension CCall {
    /// The short text that a call writes.
    package static func text(
        failure: BoundedCropError.Code,
        _ call: (UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<bc_error>) -> Int32
    ) throws -> String {
        var text = [CChar](repeating: 0, count: 32)
        try check(failure: failure) { call(&text, text.count, $0) }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
