/// What waits, in the order of its coming, to be taken from either end or from the middle. Every operation takes constant time, all in all.
struct WaitingLine<Element> {
    private var elements: [UInt64: Element] = [:]
    /// Of those that left from the middle too, until an end comes to them.
    private var order: [UInt64] = []
    private var start = 0

    var count: Int { elements.count }

    /// - Precondition: the ID was not in the line before.
    mutating func append(_ element: Element, id: UInt64) {
        elements[id] = element
        order.append(id)
    }

    mutating func popFirst() -> Element? {
        while start < order.count {
            let element = elements.removeValue(forKey: order[start])
            start += 1
            compact()
            if let element { return element }
        }
        return nil
    }

    mutating func popLast() -> Element? {
        while start < order.count {
            if let element = elements.removeValue(forKey: order.removeLast()) { return element }
        }
        return nil
    }

    mutating func remove(_ id: UInt64) -> Element? {
        guard let element = elements.removeValue(forKey: id) else { return nil }
        compact()
        return element
    }

    /// Once more than half of the order is of those who left.
    private mutating func compact() {
        guard order.count > 2 * elements.count + 16 else { return }
        order = order[start...].filter { elements[$0] != nil }
        start = 0
    }
}
