package import CCalls

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
