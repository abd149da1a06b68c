/// The times at which an animated AVIF says that it was made. Older versions of libavif always write the present: two encodings of the
/// same frames would differ.
enum MovieTimes {
    private static let containers = ["moov", "trak", "mdia"].map { Array($0.utf8) }
    private static let headers = ["mvhd", "tkhd", "mdhd"].map { Array($0.utf8) }

    /// Sets them to 0, which is 1904 and stands for an unknown time. Parts that are not as they should be stay as they are.
    static func clear(in file: inout [UInt8]) { clear(in: &file, 0..<file.count) }

    private static func clear(in file: inout [UInt8], _ range: Range<Int>) {
        var start = range.lowerBound
        while range.upperBound - start >= 8 {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(file[start + $1]) }
            // Media data may have a longer form of length, or extend to the end; both come after the headers.
            guard length >= 8, length <= range.upperBound - start else { return }
            let content = start + 8..<start + length
            let type = Array(file[start + 4..<start + 8])
            if containers.contains(type) { clear(in: &file, content) }
            if headers.contains(type) { clearHeader(in: &file, content) }
            start += length
        }
    }

    /// A version and flags in four bytes, and two times, in four bytes each or, in version 1, in eight.
    private static func clearHeader(in file: inout [UInt8], _ content: Range<Int>) {
        guard let version = content.first.map({ file[$0] }), version <= 1 else { return }
        let times = content.dropFirst(4).prefix(version == 1 ? 16 : 8)
        for place in times { file[place] = 0 }
    }
}
