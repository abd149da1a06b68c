public import BoundedCrop

/// What the filters of a URL ask for, each in the part of the work that it concerns.
public struct ImageFilters: Sendable {
    /// Where and how large the crop is.
    public var crop = CropFilters()
    /// The file that is made.
    public var output = OutputFilters()
    /// The names of those that do not exist, in the URL's order.
    public var unknown: [String] = []

    /// No filter at all.
    public init() {}

    /// The filters of a URL, in its order: where two say the same, the last one counts.
    ///
    /// Throws `invalidFilter` for one that is told something it cannot be told, `limitExceeded` for one that would take too long.
    public init(_ calls: [FilterCall]) throws {
        self.init()
        for call in calls {
            unknown.append(call.name)
        }
    }
}
