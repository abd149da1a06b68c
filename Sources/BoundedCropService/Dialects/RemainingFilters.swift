internal import BoundedCrop

/// The filters of a request that a dialect has not yet written.
struct RemainingFilters {
    private var calls: [FilterCall]
    /// The grammar's name, for errors.
    private let grammar: String

    init(_ url: ImageURL, grammar: String) {
        (calls, self.grammar) = (url.filters, grammar)
    }

    /// The error for a part that the grammar has no word for.
    func missing(_ part: some CustomStringConvertible) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "\(grammar) has no word for “\(part)”")
    }

    /// Takes the first filter of a name; its arguments, or nil if there is none.
    mutating func take(_ name: String) -> [String]? { call(name)?.arguments }

    /// Takes the first filter of a name if its arguments are these.
    mutating func take(_ name: String, _ arguments: String...) -> Bool {
        guard let index = calls.firstIndex(where: { $0.name == name && $0.arguments == arguments }) else { return false }
        calls.remove(at: index)
        return true
    }

    /// Takes the first filter of a name.
    mutating func call(_ name: String) -> FilterCall? {
        calls.firstIndex { $0.name == name }.map { calls.remove(at: $0) }
    }

    /// Takes the number of a filter that has only one. Throws `invalidArgument` for a filter with other arguments.
    mutating func number(_ name: String) throws -> Double? {
        guard let call = call(name) else { return nil }
        guard let number = ParameterText.number(call.argumentText) else { throw missing(call) }
        return number
    }

    /// The place of the first filter of a name; nil if there is none.
    func index(of name: String) -> Int? { calls.firstIndex { $0.name == name } }

    /// Throws `invalidArgument`, which names the first filter that is left.
    func check() throws {
        if let first = calls.first { throw missing(first) }
    }
}
