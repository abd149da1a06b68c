import BoundedCrop

/// A PDF of pages that are JPEG files, as PDF 1.4 lays it out: objects, a table of where they begin, and a trailer (ISO 32000-1, 7.5).
struct PDFDocument {
    private var bytes = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    /// Where the objects begin, which are numbered from 1.
    private var places: [Int] = []

    /// The file. The JPEG files have three components, as all that are written here do.
    ///
    /// - Parameters:
    ///   - sheets: The pages, which fill the paper.
    ///   - paper: The size of all pages.
    static func bytes(of sheets: [(bytes: [UInt8], size: PixelSize)], on paper: Paper) -> [UInt8] {
        var document = PDFDocument()
        let (width, height) = (points(paper.width), points(paper.height))
        let pages = sheets.indices.map { 3 + 3 * $0 }
        document.add("/Type /Catalog /Pages 2 0 R")
        document.add("/Type /Pages /Count \(pages.count) /Kids [\(pages.map { "\($0) 0 R" }.joined(separator: " "))]")
        for (page, sheet) in zip(pages, sheets) {
            document.add(
                "/Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(page + 1) 0 R "
                    + "/Resources << /XObject << /Sheet \(page + 2) 0 R >> >>"
            )
            document.add("", stream: Array("q \(width) 0 0 \(height) 0 0 cm /Sheet Do Q".utf8))
            document.add(
                "/Type /XObject /Subtype /Image /Width \(sheet.size.width) /Height \(sheet.size.height) /ColorSpace /DeviceRGB "
                    + "/BitsPerComponent 8 /Filter /DCTDecode",
                stream: sheet.bytes
            )
        }
        return document.finished
    }

    private mutating func add(_ members: String, stream: [UInt8]? = nil) {
        places.append(bytes.count)
        let length = stream.map { " /Length \($0.count)" } ?? ""
        bytes += Array("\(places.count) 0 obj\n<< \(members)\(length) >>\n".utf8)
        if let stream { bytes += Array("stream\n".utf8) + stream + Array("\nendstream\n".utf8) }
        bytes += Array("endobj\n".utf8)
    }

    private var finished: [UInt8] {
        let count = places.count + 1
        // Each entry has exactly 20 bytes.
        let table = places.map { "\(Decimals.padded($0, to: 10)) 00000 n \n" }.joined()
        let end = "trailer\n<< /Size \(count) /Root 1 0 R >>\nstartxref\n\(bytes.count)\n%%EOF\n"
        return bytes + Array("xref\n0 \(count)\n0000000000 65535 f \n\(table)\(end)".utf8)
    }

    /// Points, of which an inch has 72.
    private static func points(_ millimetres: Double) -> String { Decimals.text(millimetres / Paper.inch * 72) }
}
