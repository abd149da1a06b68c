/// What is erased from EXIF. Work is bounded by the length of the data, however its entries overlap.
extension EXIF {
    /// Removes the entries with these tags from the first and the EXIF directory, and erases what they refer to.
    mutating func remove(_ tags: Set<Int>) {
        for directory in Set([firstDirectory, exifDirectory].compactMap { $0 }) {
            let removed = entries(at: directory).filter { tags.contains($0.tag) }
            guard !removed.isEmpty else { continue }
            wipe(removed.flatMap { ranges(of: $0) })
            removeEntries(of: directory) { tags.contains($0.tag) }
        }
    }

    /// Erases bytes outside the header, each of them once.
    mutating func wipe(_ ranges: [Range<Int>]) {
        var end = 8
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
            let start = max(range.lowerBound, end)
            end = min(range.upperBound, bytes.count)
            guard start < end else { return }
            bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
        }
    }

    /// Removes entries. The others move up, and so does the link to the next directory.
    mutating func removeEntries(of directory: Int, where isRemoved: (Entry) -> Bool) {
        let all = entries(at: directory)
        guard let count = uint16(at: directory), all.contains(where: isRemoved) else { return }
        let (start, length) = (directory + 2, count * 12)
        let end = min(start + length + 4, bytes.count)
        guard all.count == count else {
            // The directory is cut off: nothing can move.
            for (index, entry) in all.enumerated() where isRemoved(entry) { wipe([(start + index * 12)..<(start + index * 12 + 12)]) }
            return
        }
        var kept: [UInt8] = []
        for (index, entry) in all.enumerated() where !isRemoved(entry) {
            kept += bytes[(start + index * 12)..<(start + index * 12 + 12)]
        }
        set(kept.count / 12, length: 2, at: directory)
        kept += bytes[(start + length)..<end]
        bytes.replaceSubrange(start..<end, with: kept + repeatElement(0, count: end - start - kept.count))
    }

    /// The bytes that an entry refers to: its value, and for the directory of coordinates also what that refers to.
    private func ranges(of entry: Entry) -> [Range<Int>] {
        if entry.tag == Tag.gpsDirectory, let directory = uint32(at: entry.valueOffset) {
            let found = entries(at: directory)
            // The number of entries, the entries, and the link to the next directory.
            return found.compactMap(value) + [directory..<directory.plus(2 + found.count * 12 + 4)]
        }
        return value(of: entry).map { [$0] } ?? []
    }

    /// Where an entry's value is, if it is not in the entry itself.
    private func value(of entry: Entry) -> Range<Int>? {
        guard let size = Self.sizes[entry.type], entry.count > 4 / size, let place = uint32(at: entry.valueOffset) else { return nil }
        return place..<place.plus(entry.count.times(size))
    }

    /// Bytes of a value, by type (TIFF 6.0, section 2).
    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4]
}
