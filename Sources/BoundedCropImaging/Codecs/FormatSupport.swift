/// What can be done with a format on this machine, and by which library.
package struct FormatSupport: Sendable {
    /// The format.
    package let format: ImageFormat
    /// The library that reads and writes the format, such as `libheif`; nil for one that needs none.
    package let library: String?
    /// The library's version; nil if there is no library, or it is not installed.
    package let version: String?
    /// Why the format can neither be read nor written here, with the package to install; nil if it can.
    package let failure: BoundedCropError?

    /// Whether pictures in this format can be read here.
    package var isReadable: Bool { failure == nil }
    /// Whether pictures in this format can be written here.
    package var isWritable: Bool { failure == nil && format.isWritable }
}

extension ImageFormat {
    /// What can be done with this format here. Opens its library, if that has not been done.
    package var support: FormatSupport {
        let library = codec.library
        do {
            return FormatSupport(format: self, library: library?.name, version: try library?.version, failure: nil)
        } catch {
            let failure = error as? BoundedCropError ?? BoundedCropError(.missingLibrary, "\(error)", underlying: error)
            return FormatSupport(format: self, library: library?.name, version: nil, failure: failure)
        }
    }

    /// The formats whose libraries are opened when a file needs them, each with its library's name.
    package static var opened: [(format: ImageFormat, library: String)] {
        allCases.compactMap { format in format.codec.library.flatMap { $0.isLinked ? nil : (format, $0.name) } }
    }
}
