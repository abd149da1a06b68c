/// A form in which an effect can be written as text. Parsing uses the list of all forms; `mask` is not in it, since it needs a file.
package struct EffectForm: Sendable {
    /// As in ``EffectCall``.
    package let name: String
    /// An example of every required argument.
    package let required: [String]
    /// An example of every optional argument.
    package let optional: [String]
    let make: @Sendable (EffectCall) throws -> any ImageEffect

    init(
        _ name: String,
        _ required: [String] = [],
        optional: [String] = [],
        _ make: @escaping @Sendable (EffectCall) throws -> any ImageEffect
    ) {
        self.name = name
        self.required = required
        self.optional = optional
        self.make = make
    }

    /// All forms. A name may have several, which differ in their number of arguments.
    package static let all = shaping + decorating + blurring + levels + filtering + turning

    /// Whether a call matches this form by name and number of arguments.
    func fits(_ call: EffectCall) -> Bool {
        call.name == name && (required.count...required.count + optional.count).contains(call.arguments.count)
    }
}
