import BoundedCrop

extension NetworkDescription {
    /// The named class with the highest score; nil if that is not a number. The background does not compete.
    func bestClass(_ score: (Int) -> Float) -> (index: Int, score: Double)? {
        var best: (index: Int, score: Float)?
        for index in classes.indices where classes[index].name != nil {
            let score = score(index)
            if score > best?.score ?? -.infinity { best = (index, score) }
        }
        return best.map { ($0.index, Double($0.score)) }
    }
}
