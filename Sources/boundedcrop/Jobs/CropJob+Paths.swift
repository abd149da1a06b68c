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
        for (wanted, request) in zip(shape.shapes, requests) {
            guard source != nil || shape.isKnownWithoutPicture,
                let path = knownPath(wanted, request, entry, source?.size ?? Self.unknownSize, encoding)
            else { return nil }
            if !paths.contains(path) {
                guard try await objects.exists(path) else { return nil }
                paths.append(path)
            }
        }
        for path in paths { try names.claim(path, for: entry.path) }
        return paths.map { skipped(entry, $0) }
    }

    /// The output's path, if it does not depend on what is in the picture.
    func knownPath(
        _ wanted: WantedShape,
        _ request: CropRequest,
        _ entry: PictureEntry,
        _ picture: PixelSize,
        _ encoding: ImageEncoding
    ) -> String? {
        guard let size = wanted.outputSize(for: picture), request.allowsUpscaling, templateWithoutFaces == nil,
            wanted.isExact || !request.rotatesToFaces
        else { return nil }
        return path(entry, size, AspectRatio(size), encoding.format, template)
    }

    /// The size of the output for a plan.
    func size(_ wanted: WantedShape, _ request: CropRequest, _ plan: CropPlan, _ picture: PixelSize) -> PixelSize {
        let ofPlan = request.outputSize(for: plan)
        // A picture that is turned has other sides.
        guard !wanted.isExact, let size = wanted.outputSize(for: request.rotatesToFaces ? ofPlan : picture) else { return ofPlan }
        let enlarges = ofPlan.width < size.width || ofPlan.height < size.height
        return enlarges && !request.allowsUpscaling ? ofPlan : size
    }

    func path(
        _ entry: PictureEntry,
        _ size: PixelSize,
        _ aspect: AspectRatio,
        _ format: ImageFormat,
        _ template: OutputTemplate
    ) -> String {
        template.path(for: .init(name: entry.name, size: size, aspect: aspect, scheme: requests.first?.scheme ?? .all, format: format))
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
