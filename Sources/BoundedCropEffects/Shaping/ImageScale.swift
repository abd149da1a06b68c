/// The number of pixels per point of a picture, from its file name: `button@2x.png` has two.
///
///     let scale = ImageScale(fileName: path)
///     let finished = try picture.applying([.cornerRadius(12)], scale: scale.pixelsPerPoint)
package struct ImageScale: Hashable, Sendable {
    /// Pixels per point; 1 for a name without a scale.
    package let pixelsPerPoint: Double

    /// Reads the scale at the end of a file name, before its extension: `@`, a whole number from 1 to 9 and `x`. Without one, it is 1.
    ///
    /// - Parameter fileName: A name or a whole path; only the part after the last `/` is used.
    package init(fileName: String) {
        let name = fileName.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? fileName.utf8[...]
        let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name
        let mark = Array(stem.suffix(3))
        let marked = mark.count == 3 && mark[0] == UInt8(ascii: "@") && mark[2] == UInt8(ascii: "x")
        let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
        pixelsPerPoint = marked && digits.contains(mark[1]) ? Double(mark[1] - UInt8(ascii: "0")) : 1
    }
}
