internal import CLibrary

/// Descriptors of open files, pipes and terminals.
package enum Descriptor {
    /// Writes all bytes, in as many calls as that takes. Returns false if it fails; `errno` then says why.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
