import BoundedCrop

extension JSONNode {
    var text: String? {
        switch self {
        case .text(let value): value
        case .number(let value): String(value)
        case .integer(let value): String(value)
        case .flag(let value): String(value)
        default: nil
        }
    }

    /// The items of a list; none of anything else.
    var items: [JSONNode] {
        if case .list(let items) = self { items } else { [] }
    }

    /// What a reference in this document leads to; what is no reference, as it is.
    func resolved(_ node: JSONNode) -> JSONNode? {
        guard let reference = node.members["$ref"]?.text else { return node }
        return reference.split(separator: "/").dropFirst().reduce(Optional(self)) { $0?.members[String($1)] }
    }
}
