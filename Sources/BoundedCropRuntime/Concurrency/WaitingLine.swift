/// A queue in order of arrival whose elements can be taken from either end or from the middle, each in amortized constant time.
struct WaitingLine<Element> {
    private var elements: [UInt64: Element] = [:]
    /// Also holds the IDs of elements removed from the middle, until they reach an end or `compact` drops them.
    private var order: [UInt64] = []
    private var start = 0

    var count: Int { elements.count }

    /// - Precondition: The ID was never in the queue before.
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

    /// Compacts the order once more than half of it belongs to removed elements.
    private mutating func compact() {
        guard order.count > 2 * elements.count + 16 else { return }
        order = order[start...].filter { elements[$0] != nil }
        start = 0
    }
}
