/// How far words are apart, to guess what was meant by one that is unknown.
package enum EditDistance {
    /// The letters of a word that count.
    private static let longest = 40

    /// The nearest of some words, if it is at most two edits away.
    package static func nearest(to word: String, among words: some Collection<String>) -> String? {
        let length = word.prefix(longest).count
        // Where the lengths are further apart, so are the words.
        let near = words.filter { abs($0.count - length) <= 2 }
        let nearest = near.map { (word: $0, distance: between(word, $0)) }.min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        return nearest.flatMap { $0.distance <= 2 ? $0.word : nil }
    }

    /// How many letters have to be inserted, removed or replaced (Levenshtein), or exchanged with their neighbors, to make one word of another.
    package static func between(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(longest)), Array(right))
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}

extension Collection<String> {
    /// The first words for a message, with commas between them, and how many more there are.
    ///
    /// - Parameter total: How many there are, if the collection has only the first of them.
    package func listed(_ most: Int, of total: Int? = nil) -> String {
        let shown = prefix(most)
        let more = (total ?? count) - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
