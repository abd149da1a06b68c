/// A least-recently-used cache, bounded by count and by total cost. Every operation takes constant time.
package struct LeastRecentlyUsed<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        var value: Value
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    /// Lowering a limit evicts what is too much.
    package var countLimit: Int { didSet { evict() } }
    package var costLimit: Int { didSet { evict() } }
    package private(set) var cost = 0
    /// The number of values evicted to make room.
    package private(set) var evictions = 0
    private var places: [Key: Int] = [:]
    private var nodes: [Node?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?

    /// A limit of 0 or less keeps nothing.
    package init(countLimit: Int, costLimit: Int) {
        self.countLimit = countLimit
        self.costLimit = costLimit
    }

    package var count: Int { places.count }
    package var keys: some Sequence<Key> { places.keys }

    /// Returns a value without counting this as a use.
    package func peek(_ key: Key) -> Value? {
        places[key].flatMap { nodes[$0]?.value }
    }

    /// Returns a value and makes it the most recently used.
    package mutating func use(_ key: Key) -> Value? {
        guard let place = places[key], let value = nodes[place]?.value else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return value
    }

    /// Stores a value, replacing any previous value of its key. A value that alone costs more than the limit is not stored and evicts
    /// nothing.
    package mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
        remove(key)
        guard countLimit > 0, cost <= costLimit else { return }
        let node = Node(key: key, value: value, cost: cost)
        let place = free.popLast() ?? nodes.count
        if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
        places[key] = place
        self.cost += cost
        link(place)
        evict()
    }

    /// Changes a value in place without counting this as a use.
    /// - Parameter cost: The new cost, which must not exceed the old one; unchanged by default.
    package mutating func update(_ key: Key, cost: Int? = nil, _ change: (inout Value) -> Void) {
        guard let place = places[key], var node = nodes[place] else { return }
        nodes[place] = nil
        change(&node.value)
        if let cost {
            self.cost += cost - node.cost
            node.cost = cost
        }
        nodes[place] = node
    }

    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
        unlink(place)
        nodes[place] = nil
        free.append(place)
        cost -= node.cost
        return node.value
    }

    package mutating func removeAll(where isLeaving: (Key, Value) -> Bool) {
        for node in nodes.compactMap({ $0 }) where isLeaving(node.key, node.value) { remove(node.key) }
    }

    package mutating func removeAll() {
        (places, nodes, free, newest, oldest, cost) = ([:], [], [], nil, nil, 0)
    }

    private mutating func evict() {
        while cost > costLimit || places.count > countLimit, let last = oldest, let key = nodes[last]?.key {
            remove(key)
            evictions += 1
        }
    }

    private mutating func unlink(_ place: Int) {
        guard let node = nodes[place] else { return }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    }

    private mutating func link(_ place: Int) {
        nodes[place]?.newer = nil
        nodes[place]?.older = newest
        if let newest { nodes[newest]?.newer = place } else { oldest = place }
        newest = place
    }
}
