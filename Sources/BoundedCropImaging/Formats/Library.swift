package import CCalls
internal import CImageCodecs

/// A library that pictures are read with.
package struct Library: Sendable {
    package typealias ReadVersion = @Sendable (UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<bc_error>) -> Int32

    package let name: String
    /// Whether it is in every process from its start. Others are opened when a file needs them, as they are when asked for the version.
    let isLinked: Bool
    private let readVersion: ReadVersion

    package init(_ name: String, isLinked: Bool, _ readVersion: @escaping ReadVersion) {
        (self.name, self.isLinked, self.readVersion) = (name, isLinked, readVersion)
    }

    /// Throws `missingLibrary` with the package to install.
    package var version: String { get throws { try CCall.text(failure: .missingLibrary, readVersion) } }

    /// The libraries of pictures that are in every process from its start.
    package static var linked: [Library] {
        let others = [("Little CMS", bc_color_version), ("expat", bc_xml_version)].map { Library($0, isLinked: true, $1) }
        return ImageFormat.allCases.compactMap(\.codec.library).filter(\.isLinked) + others
    }
}
