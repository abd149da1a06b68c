internal import BoundedCrop

/// Writes a request in the words of IIIF 3.0.
struct IIIFWriter {
    private let url: ImageURL
    private var words = IIIFFilterWords()

    /// The path of a request, with the version. A request that names no format gets a JPEG, since every IIIF URL names one.
    ///
    /// - Parameter maximumPixels: The service's limit, which every IIIF request has.
    ///
    /// Throws `invalidArgument`, which names what IIIF has no word for.
    static func text(of url: ImageURL, maximumPixels: Int) throws -> String {
        var writer = IIIFWriter(url: url)
        writer.words.maximumPixels = String(maximumPixels)
        for call in url.filters { try writer.words.take(call) }
        let parts = [try writer.region(), try writer.size(), try writer.rotation(), writer.file.description]
        let path = (["3", IIIFTarget.encoded(url.image)] + parts).joined(separator: "/")
        do {
            _ = try IIIFTarget(path)
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidArgument, error.message, underlying: error)
        }
        return path
    }

    private init(url: ImageURL) {
        self.url = url
    }

    private var file: IIIFFile { IIIFFile(words.quality, words.format ?? .jpeg) }

    private func region() throws -> String {
        if url.isDebug { throw IIIFProblem.unspeakable("debug") }
        if url.isMeta { throw IIIFProblem.unspeakable("meta") }
        if url.trim != nil { throw IIIFProblem.unspeakable("trim") }
        if let alignment = url.horizontalAlignment?.rawValue ?? url.verticalAlignment?.rawValue { throw IIIFProblem.unspeakable(alignment) }
        let crop = url.manualCrop.flatMap { $0.left < $0.right ? $0 : nil }
        let pixels = crop.map { "\($0.left),\($0.top),\($0.right - $0.left),\($0.bottom - $0.top)" }
        let given = [pixels, words.region, try isSquare() ? "square" : nil].compactMap(\.self)
        guard given.count < 2 else { throw IIIFProblem.unspeakable("a region of a region: \(given.joined(separator: " and "))") }
        return given.first ?? "full"
    }

    private func isSquare() throws -> Bool {
        let isBox = words.isSquare || boxSide != nil && !words.stretches && url.fitIn == nil
        if !url.earlier.isEmpty { throw IIIFProblem.unspeakable("requests one after the other") }
        let isWhole = url.fitIn != nil || words.stretches || !isBoxed
        guard url.isSmart == isBox || isWhole && !url.isSmart && !isBox else {
            throw IIIFProblem.unspeakable(url.isSmart ? "smart crops that are not square" : "crops that are not smart")
        }
        return url.isSmart && isBox
    }

    /// Whether both sides are given.
    private var isBoxed: Bool { url.dimensions.map { $0.width != .proportional && $0.height != .proportional } ?? false }

    /// The side of a square box.
    private var boxSide: Int? {
        guard case .pixels(let width) = url.dimensions?.width, case .pixels(let height) = url.dimensions?.height else { return nil }
        return width == height ? width : nil
    }

    private func size() throws -> String {
        let mark = words.refusesEnlarging ? "" : "^"
        switch (url.dimensions?.width ?? .proportional, url.dimensions?.height ?? .proportional) {
        case (.original, _), (_, .original): throw IIIFProblem.unspeakable("the dimension orig")
        case (.proportional, .proportional):
            guard let share = words.share else { return "max" }
            return (share.value > 100 ? "^" : "") + "pct:\(share)"
        case (let width, let height):
            if words.share != nil { throw IIIFProblem.unspeakable("scale with dimensions") }
            let sides = "\(width.iiifText),\(height.iiifText)"
            if let fitIn = url.fitIn {
                guard fitIn == .init(), width != .proportional, height != .proportional else {
                    throw IIIFProblem.unspeakable("adaptive-fit-in, full-fit-in, and fit-in with one side")
                }
                return (words.enlarges ? "^!" : "!") + sides
            }
            if width == .proportional || height == .proportional || words.stretches { return mark + sides }
            guard let boxSide else { throw IIIFProblem.unspeakable("crops that are not square") }
            return words.shrinksBox ? "!\(sides)" : "\(mark)\(boxSide),"
        }
    }

    private func rotation() throws -> String {
        var words = words
        if url.dimensions?.flipsHorizontally == true { words.mirror(vertically: false) }
        if url.dimensions?.flipsVertically == true { words.mirror(vertically: true) }
        // Mirroring comes first in both.
        let degrees = words.degrees.truncatingRemainder(dividingBy: 360)
        guard let text = IIIFDecimal("\(degrees < 0 ? degrees + 360 : degrees)") else {
            throw IIIFProblem.unspeakable("a rotation by \(degrees) degrees")
        }
        return (words.isMirrored ? "!" : "") + text.description
    }
}

extension ImageURL.Dimension {
    fileprivate var iiifText: String {
        if case .pixels(let pixels) = self { String(pixels) } else { "" }
    }
}
