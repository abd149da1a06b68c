import BoundedCrop

/// Where crops go, and which of them are there already.
extension CropJob {
    /// Stands for the size of a picture that has not been read.
    private static let unknownSize = PixelSize(width: 1, height: 1)

    /// The lines for a picture whose outputs are all objects that exist already, if those are to be left out; otherwise nil.
    ///
    /// - Parameter source: Nil if the picture has not been read, because all outputs have one format.
    func skipped(_ entry: PictureEntry, _ source: ImageSource?, objects: ObjectStorage) async throws -> [Batch.Line]? {
        guard output.skipExisting, output.isObject, !output.plan else { return nil }
        if sourceSet != nil {
            for manifest in manifests(entry) where try await objects.exists(manifest) { return [skipped(entry, manifest)] }
            return nil
        }
        let own = source.map { output.encoding(template: template, source: $0.header) }
        guard let encoding = own ?? output.encodingOfAll(template: template) else { return nil }
        var paths: [String] = []
        for request in requests(for: source?.size ?? Self.unknownSize) {
            guard source != nil || shape.isKnownWithoutPicture, let path = knownPath(request, entry, encoding) else { return nil }
            if !paths.contains(path) {
                guard try await objects.exists(path) else { return nil }
                paths.append(path)
            }
        }
        for path in paths { try names.claim(path, for: entry.path) }
        return paths.map { skipped(entry, $0) }
    }

    /// The output's path, if it does not depend on what is in the picture.
    func knownPath(_ request: CropRequest, _ entry: PictureEntry, _ encoding: ImageEncoding) -> String? {
        guard case .size(let size) = request.shape, request.allowsUpscaling, templateWithoutFaces == nil else { return nil }
        return path(entry, size, AspectRatio(size), encoding.format, template)
    }

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate
    ) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: shape.scheme, format: format))
    }

    /// The template for a crop: that of pictures without faces if none was found.
    func template(for plan: CropPlan, _ request: CropRequest) -> OutputTemplate {
        request.lacksFaces(plan) ? templateWithoutFaces ?? template : template
    }

    func skipped(_ entry: PictureEntry, _ path: String) -> Batch.Line {
        let record = SkippedRecord(file: entry.path, skipped: path)
        return Batch.Line(json: record, text: verbose ? record.summary : nil, isSkipped: true)
    }
}
