/// Pairs the elements of two lists, each at most once: what is followed, and what is found in the next frame.
package struct NearestPairs {
    /// The indices of each pair, the nearest one first. Of pairs that are as near, the first one counts.
    package private(set) var pairs: [(one: Int, other: Int)] = []
    /// The indices in the second list that have no partner.
    package let rest: [Int]

    /// - Parameter distance: How far apart two elements are; nil if they are no pair.
    package init(_ ones: some Collection<Int>, _ others: some Collection<Int>, distance: (_ one: Int, _ other: Int) -> Double?) {
        let possible = ones.flatMap { one in
            others.compactMap { other in distance(one, other).map { (one: one, other: other, distance: $0) } }
        }
        var (takenOnes, takenOthers): (Set<Int>, Set<Int>) = ([], [])
        for pair in possible.sorted(by: { $0.distance < $1.distance }) where !takenOnes.contains(pair.one) {
            guard takenOthers.insert(pair.other).inserted else { continue }
            takenOnes.insert(pair.one)
            pairs.append((pair.one, pair.other))
        }
        rest = others.filter { !takenOthers.contains($0) }
    }
}
