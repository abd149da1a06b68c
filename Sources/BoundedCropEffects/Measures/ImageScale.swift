/// How many pixels of a picture make a point, as its file's name tells: `button@2x.png` has two.
///
///     let scale = ImageScale(fileName: path)
///     let finished = try picture.applying([.cornerRadius(12)], scale: scale.pixelsPerPoint)
public struct ImageScale: Hashable, Sendable {
    /// 1 for a name that says nothing.
    public let pixelsPerPoint: Double

    /// The scale at the end of a file's name, before its extension: `@` with a whole number from 1 to 9 and `x`. Without one, 1.
    /// - Parameter fileName: a name or a whole path; only what follows the last `/` counts.
    public init(fileName: String) {
        let name = fileName.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? fileName.utf8[...]
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
        let mark = Array(stem.suffix(3))
        let marked = mark.count == 3 && mark[0] == UInt8(ascii: "@") && mark[2] == UInt8(ascii: "x")
        let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
        pixelsPerPoint = marked && digits.contains(mark[1]) ? Double(mark[1] - UInt8(ascii: "0")) : 1
    }
}
