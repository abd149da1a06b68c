/// How far words are apart, to guess what was meant by one that is unknown.
enum EditDistance {
    /// The nearest of some words, if it is at most two edits away.
    static func nearest(to word: String, among words: some Collection<String>) -> String? {
        let nearest = words.map { (word: $0, distance: between(word, $0)) }.min { ($0.distance, $0.word) < ($1.distance, $1.word) }
        return nearest.flatMap { $0.distance <= 2 ? $0.word : nil }
    }

    /// How many letters have to be inserted, removed or replaced (Levenshtein), or exchanged with their neighbors, to make one word of another.
    private static func between(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right))
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
