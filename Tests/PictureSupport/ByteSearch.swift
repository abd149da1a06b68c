extension [UInt8] {
    /// The range of the first occurrence of these bytes.
    package func firstRange(of needle: some Collection<UInt8>) -> Range<Int>? {
        guard let first = needle.first, needle.count <= count else { return nil }
        var start = 0
        while let found = self[start...].firstIndex(of: first), found + needle.count <= count {
            if self[found..<(found + needle.count)].elementsEqual(needle) { return found..<(found + needle.count) }
            start = found + 1
        }
        return nil
    }

    package func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
