extension ImageSource {
    /// The metadata of this file for a picture of this size made from it.
    ///
    /// - Parameters:
    ///   - rectangle: The part of the upright source that the picture shows; nil if there is no such part or it is unknown, which drops
    ///     everything that has a place in the picture.
    ///   - reader: What reads the frames of the picture, if that is going on: its helper is asked, because there may be no other.
    func metadataToKeep(
        for size: PixelSize,
        _ selection: MetadataSelection,
        showing rectangle: PixelRect? = nil,
        asking reader: IsolatedFrameReader? = nil
    ) throws -> ImageMetadata {
        var kept =
            try isolation?.metadataToKeep(self, for: size, selection, showing: rectangle, asking: reader)
            ?? ImageMetadata(
                exif: selection.keepsEXIFAndXMP ? exif(for: size, selection, showing: rectangle) : nil,
                xmp: selection.keepsEXIFAndXMP ? xmp(for: size, selection, showing: rectangle) : nil,
                iccProfile: profileToKeep
            )
        if let regions = selection.regions {
            // What another process read is not read again here.
            var packet = isolation == nil ? kept.xmp.flatMap(XMPPacket.init) ?? .empty : .empty
            packet.setRegions(regions, in: size)
            kept.xmp = packet.bytes
        }
        return kept
    }

    private func exif(for size: PixelSize, _ selection: MetadataSelection, showing rectangle: PixelRect?) -> [UInt8]? {
        let area = rectangle.flatMap { subjectArea(in: $0, scaledTo: size) }
        return metadata.exif.flatMap { EXIF($0)?.rewritten(for: size, subjectArea: area, keepsPlace: selection.keepsPlace) }
    }

    /// XMP that cannot be read cannot be adjusted, and is left out.
    private func xmp(for size: PixelSize, _ selection: MetadataSelection, showing rectangle: PixelRect?) -> [UInt8]? {
        guard var packet = metadata.xmp.flatMap(XMPPacket.init) else { return nil }
        packet.set(size: size)
        packet.removePreviews()
        if !selection.keepsPlace { packet.removePlaces() }
        if let rectangle, !rectangle.rect.isEmpty {
            packet.moveRegions(of: header.storedSize, into: size) { place(ofShare: $0, in: rectangle) }
        } else {
            packet.removeRegions()
        }
        return packet.bytes
    }

    /// The place of a part of the stored picture in a part of the upright one, both in shares of the sides; nil if it is outside.
    private func place(ofShare share: Rect, in rectangle: PixelRect) -> Rect? {
        let stored = share.scaled(x: Double(header.storedSize.width), y: Double(header.storedSize.height))
        let shown = header.orientation.upright(stored, inStored: header.storedSize).intersection(rectangle.rect)
        guard !shown.isEmpty else { return nil }
        return shown.moved(x: -Double(rectangle.x), y: -Double(rectangle.y))
            .scaled(x: 1 / Double(rectangle.width), y: 1 / Double(rectangle.height))
    }

    /// A profile that could not be used is of no use to others, and libpng refuses to write it.
    private var profileToKeep: [UInt8]? {
        let keepsProfile = options.colorProfile == .keep && header.isRGB && metadata.colorTransform(for: header) != nil
        return keepsProfile ? metadata.iccProfile : nil
    }
}
