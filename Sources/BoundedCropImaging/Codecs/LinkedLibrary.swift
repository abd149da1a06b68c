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
            let others = [
                Codec.Library(name: "Little CMS", readVersion: bc_color_version), Codec.Library(name: "expat", readVersion: bc_xml_version),
            ]
            let linked = ImageFormat.allCases.compactMap(\.codec.library).filter(\.isLinked) + others
            return try linked.map { LinkedLibrary(name: $0.name, version: try $0.version) }
        }
    }
}
