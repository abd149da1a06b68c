internal import CLibrary

/// An error of the system: the cause of an error that names what could not be done.
package struct SystemError: Error {
    /// The error number, such as ENOSPC.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Whether there is no room for what is written: every further file would fail in the same way.
    package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

    /// The system's text for an error number.
    package static func text(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return buffer.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
