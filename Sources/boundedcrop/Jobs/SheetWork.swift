import BoundedCrop
import BoundedCropEffects

/// Puts pictures on sheets, and encodes each as soon as it is full.
struct SheetWork: Sendable {
    /// Nil for one sheet as high as its pictures need.
    let page: ContactSheet.Page?
    let cell: PixelSize
    let columns: Int
    let background: Color
    let format: ImageFormat
    private var pictures: [PixelBuffer] = []
    private(set) var sheets: [(bytes: [UInt8], size: PixelSize)] = []

    /// - Throws: `invalidArgument` for a sheet that is not possible.
    init(page: ContactSheet.Page?, cell: PixelSize, columns: Int, background: Color, format: ImageFormat) throws {
        (self.page, self.cell, self.columns, self.background, self.format) = (page, page?.cell ?? cell, columns, background, format)
        try check(1)
    }

    private func check(_ count: Int) throws {
        if page == nil { _ = try ContactSheet.size(of: count, cell: cell, columns: columns) }
    }

    /// Adds the next picture.
    mutating func add(_ picture: PixelBuffer) async throws {
        pictures.append(picture)
        if pictures.count == page?.capacity { try await finish() } else { try check(pictures.count) }
    }

    /// Encodes what is not on a full sheet.
    mutating func finish() async throws {
        guard !pictures.isEmpty else { return }
        let work = self
        pictures = []
        sheets.append(
            try await WorkerPool.shared.run(evenIfFull: true) { _ in
                let sheet = try work.sheet
                return (try sheet.blocking.encoded(as: ImageEncoding(work.format)), sheet.size)
            }
        )
    }

    private var sheet: PixelBuffer {
        get throws {
            guard let page else { return try ContactSheet.picture(of: pictures, cell: cell, columns: columns, background: background) }
            return try ContactSheet.picture(of: pictures, on: page, background: background)
        }
    }
}

/// The names of the files of a contact sheet.
struct SheetNames: Sendable {
    let output: String
    /// The size of pages, each of which has a file of its own; nil for one file.
    let page: PixelSize?

    /// The files of all sheets.
    func paths(of count: Int) -> [String] {
        guard page != nil else { return [output] }
        return (1...max(1, count)).map { "\(stem)-\(Decimals.padded($0, to: max(2, String(count).count)))\(ending)" }
    }

    /// Whether a file is a sheet: it has the name of one, and the size of a page. Blocks.
    func isSheet(_ path: String) -> Bool {
        guard let page else { return path == output }
        guard path.hasPrefix("\(stem)-"), path.hasSuffix(ending) else { return false }
        let number = path.dropFirst(stem.count + 1).dropLast(ending.count)
        guard number.count > 1, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
        return ObjectStorage.isLocation(path) || (try? ImageSource(contentsOfFile: path, options: .inCommand()).size) == page
    }

    /// The pages of an earlier run that had more of them. Blocks.
    func pages(besides paths: [String]) -> [String] {
        guard page != nil, !ObjectStorage.isLocation(output) else { return [] }
        let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? ""
        let files = (DirectoryListing.names(in: folder.isEmpty ? "." : folder) ?? []).map { folder + $0 }
        return files.filter { !paths.contains($0) && isSheet($0) }.sorted()
    }

    private var stem: Substring { output[..<dot] }
    private var ending: Substring { output[dot...] }
    private var dot: String.Index { output.lastIndex(of: ".") ?? output.endIndex }
}
