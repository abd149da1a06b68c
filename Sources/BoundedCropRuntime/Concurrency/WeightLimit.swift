/// Limits the total weight of concurrent work, such as bytes or pixels. Work that needs more than the limit takes all of it and runs alone.
package struct WeightLimit: AdmissionRule {
    package let total: Int
    package private(set) var used = 0

    package init(total: Int) {
        self.total = total
    }

    package mutating func enter(_ weight: Int) -> Bool {
        guard share(of: weight) <= total - used else { return false }
        used += share(of: weight)
        return true
    }

    package mutating func leave(_ weight: Int) { used -= share(of: weight) }

    private func share(of weight: Int) -> Int { min(max(0, weight), total) }
}
