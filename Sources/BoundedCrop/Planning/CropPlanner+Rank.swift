extension CropPlanner {
    /// The item of a rank in the order of areas, the largest first and the earlier one of equals; all if there is none of that rank.
    static func ranked<Item>(_ items: [Item], _ rank: Int?, area: (Item) -> Double) -> [Item] {
        guard let rank, rank >= 1, rank <= items.count else { return items }
        let areas = items.map(area)
        let order = items.indices.sorted { (-areas[$0], $0) < (-areas[$1], $1) }
        return [items[order[rank - 1]]]
    }
}
