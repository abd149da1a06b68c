internal import CImageCodecs

/// What is decoded of a RAW photo.
package enum Rendition: String, Hashable, Sendable, Codable, CaseIterable {
    /// The largest picture that the camera embedded.
    case preview
    /// The photo, developed at half of its size, in a quarter of the time.
    case half
    /// The photo, developed at its full size.
    case full
}

extension ImageHeader {
    /// What is decoded for cuts that are made at once; nil if this is no RAW photo.
    package func rendition(of cuts: [PictureCut], _ reading: DecodingOptions.RawReading) -> Rendition? {
        guard format == .raw else { return nil }
        return Rendition(of: self, reading, coarsest: cuts.reduce(.infinity) { min($0, $1.scale.x, $1.scale.y) })
    }
}

extension Rendition {
    /// - Parameter coarsest: How many pixels of the photo are at most one of what is decoded, along each axis.
    init(of header: ImageHeader, _ reading: DecodingOptions.RawReading, coarsest: Double) {
        guard header.format == .raw, reading != .full else {
            self = .full
            return
        }
        let step = Self.preview.step(of: header)
        let suits = header.previewSize != nil && (reading == .preview || max(step.x, step.y) <= coarsest * Self.tolerance)
        self = suits ? .preview : reading == .preview || coarsest >= 2 ? .half : .full
    }

    /// Nil for a number that no decoder has, and where the file has no such rendition.
    init?(code: UInt32, in header: ImageHeader) {
        let all: [Rendition] = header.format == .raw ? [.full, .half] + (header.previewSize == nil ? [] : [.preview]) : [.full]
        guard let found = all.first(where: { $0.code == code }) else { return nil }
        self = found
    }

    /// Its number in C.
    var code: UInt32 {
        switch self {
        case .preview: BC_RENDITION_PREVIEW.rawValue
        case .half: BC_RENDITION_HALF.rawValue
        case .full: BC_RENDITION_WHOLE.rawValue
        }
    }

    /// The stored size that cells divide.
    func size(of header: ImageHeader) -> PixelSize {
        self == .preview ? header.previewSize ?? header.storedSize : header.storedSize
    }

    /// How many pixels of the picture one of this size is, along each axis.
    func step(of header: ImageHeader) -> (x: Double, y: Double) {
        let own = size(of: header)
        return (Double(header.storedSize.width) / Double(own.width), Double(header.storedSize.height) / Double(own.height))
    }

    /// The memory that LibRaw takes: values of 2 bytes, and four of them for each pixel that it makes; on the way, as many again.
    func codecBytes(of header: ImageHeader) -> Int {
        let values = max(header.decodedPixels, header.storedSize.area)
        switch self {
        case .preview: return header.workingBytes
        case .half: return values.times(5)
        case .full: return values.times(14)
        }
    }

    /// Cameras leave out a few rows and columns in the pictures that they embed.
    private static let tolerance = 1.03
}
