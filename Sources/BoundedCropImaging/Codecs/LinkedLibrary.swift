internal import CImageCodecs

/// A library that is in every process from its start, and its version there.
package struct LinkedLibrary: Sendable, Equatable, CustomStringConvertible {
    package let name: String
    package let version: String

    package init(name: String, version: String) { (self.name, self.version) = (name, version) }

    package var description: String { "\(name) \(version)" }

    /// The libraries that pictures are read and written with, without those that are opened when a file needs them.
    package static var codecs: [LinkedLibrary] {
        get throws {
            try [
                LinkedLibrary(name: "libjpeg-turbo", version: CCall.text(failure: .missingLibrary, bc_jpeg_version)),
                LinkedLibrary(name: "libpng", version: CCall.text(failure: .missingLibrary, bc_png_version)),
                LinkedLibrary(name: "libwebp", version: CCall.text(failure: .missingLibrary, bc_webp_version)),
                LinkedLibrary(name: "Little CMS", version: CCall.text(failure: .missingLibrary, bc_color_version)),
                LinkedLibrary(name: "expat", version: CCall.text(failure: .missingLibrary, bc_xml_version)),
            ]
        }
    }
}
