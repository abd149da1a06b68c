internal import CImageCodecs

/// What can be done with a format on this machine, and by which library.
public struct FormatSupport: Sendable {
    /// The format.
    public let format: ImageFormat
    /// The library that reads and writes the format, such as `libheif`; nil for one that needs none.
    public let library: String?
    /// The library's version; nil if there is no library, or it is not installed.
    public let version: String?
    /// Why the format can neither be read nor written here, with the package to install; nil if it can.
    public let failure: BoundedCropError?

    /// Whether pictures in this format can be read here.
    public var isReadable: Bool { failure == nil }
    /// Whether pictures in this format can be written here.
    public var isWritable: Bool { failure == nil && format.isWritable }
}

extension ImageFormat {
    /// What can be done with this format here. Opens its library, if that has not been done.
    public var support: FormatSupport {
        guard let (library, readVersion) = libraryVersion else {
            return FormatSupport(format: self, library: nil, version: nil, failure: nil)
        }
        do {
            let version = try CCall.text(failure: .missingLibrary, readVersion)
            return FormatSupport(format: self, library: library, version: version, failure: nil)
        } catch {
            let failure = error as? BoundedCropError ?? BoundedCropError(.missingLibrary, "\(error)", underlying: error)
            return FormatSupport(format: self, library: library, version: nil, failure: failure)
        }
    }

    private typealias ReadVersion = (UnsafeMutablePointer<CChar>, Int, UnsafeMutablePointer<bc_error>) -> Int32

    private var libraryVersion: (library: String, ReadVersion)? {
        switch self {
        case .jpeg: ("libjpeg-turbo", bc_jpeg_version)
        case .png: ("libpng", bc_png_version)
        case .webp: ("libwebp", bc_webp_version)
        case .avif: ("libavif", bc_avif_version)
        case .gif: ("giflib", bc_gif_version)
        case .heic: ("libheif", bc_heif_version)
        case .tiff: ("libtiff", bc_tiff_version)
        case .bmp: nil
        }
    }
}
