import BoundedCropRuntime
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct LeastRecentlyUsedTests {
    /// A simple reference implementation: an array with the most recently used entry last.
    private struct Reference {
        let countLimit: Int
        let costLimit: Int
        var entries: [(key: Int, value: Int, cost: Int)] = []

        mutating func use(_ key: Int) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.value
        }

        mutating func insert(_ value: Int, for key: Int, cost: Int) {
            entries.removeAll { $0.key == key }
            guard countLimit > 0, cost <= costLimit else { return }
            entries.append((key, value, cost))
            while entries.count > countLimit || entries.reduce(0, { $0 + $1.cost }) > costLimit { entries.removeFirst() }
        }
    }

    @Test(arguments: [(5, 1000), (1000, 50), (7, 40), (1, 10), (0, 10), (10, 0), (-1, -1)])
    func keepsTheSameEntriesAsTheReference(_ countLimit: Int, _ costLimit: Int) {
        var (cache, reference) = (
            LeastRecentlyUsed<Int, Int>(countLimit: countLimit, costLimit: costLimit),
            Reference(countLimit: countLimit, costLimit: costLimit)
        )
        var random = SeededGenerator(seed: UInt64(bitPattern: Int64(countLimit * 1000 + costLimit)))
        for value in 0..<5000 {
            let key = Int.random(in: 0..<20, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: #expect(cache.use(key) == reference.use(key))
            case 1:
                cache.remove(key)
                reference.entries.removeAll { $0.key == key }
            case 2:
                #expect(cache.peek(key) == reference.entries.first { $0.key == key }?.value)
            default:
                let cost = Int.random(in: 0...12, using: &random)
                cache.insert(value, for: key, cost: cost)
                reference.insert(value, for: key, cost: cost)
            }
            #expect(cache.count == reference.entries.count)
            #expect(cache.cost == reference.entries.reduce(0) { $0 + $1.cost })
        }
        #expect(Set(cache.keys) == Set(reference.entries.map(\.key)))
    }

    @Test func evictionsAreCounted() {
        var cache = LeastRecentlyUsed<Int, Int>(countLimit: 3, costLimit: 100)
        for key in 0..<10 { cache.insert(key, for: key) }
        cache.remove(9)
        cache.insert(0, for: 0, cost: 1000)
        #expect(cache.evictions == 7)
        #expect(Set(cache.keys) == [7, 8])
    }

    @Test func aValueCanBeChangedWithoutCountingAsUse() {
        var cache = LeastRecentlyUsed<Int, [Int]>(countLimit: 2, costLimit: 100)
        cache.insert([1], for: 1)
        cache.insert([2], for: 2)
        cache.update(1) { $0.append(11) }
        cache.update(3) { $0.append(3) }
        #expect(cache.peek(1) == [1, 11])
        cache.insert([3], for: 3)
        #expect(cache.peek(1) == nil)
    }

    @Test func entriesCanBeRemovedSelectivelyOrAllAtOnce() {
        var cache = LeastRecentlyUsed<Int, Int>(countLimit: 100, costLimit: 1000)
        for key in 0..<10 { cache.insert(key * key, for: key, cost: 2) }
        cache.removeAll { key, value in key % 2 == 0 && value > 4 }
        #expect(Set(cache.keys) == [0, 1, 2, 3, 5, 7, 9])
        #expect(cache.cost == 14)
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.cost == 0)
        cache.insert(1, for: 1)
        #expect(cache.use(1) == 1)
    }
}
