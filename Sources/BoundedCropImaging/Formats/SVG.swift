internal import CImageCodecs

extension Codec {
    static let svg = Codec(
        title: "SVG",
        fileExtensions: ["svg", "svgz"],
        mediaType: "image/svg+xml",
        recognizes: { bc_svg_is_drawing($0) },
        isDrawn: true,
        holdsDensity: false,
        library: Library("librsvg", isLinked: false, bc_svg_version),
        encoding: { _ in .png() },
        readHeader: bc_svg_read_header,
        decode: bc_svg_decode,
        metadata: { _ in ImageMetadata() }
    )
}
