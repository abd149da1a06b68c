/// A way to write an effect as text. The list of them is what texts are read by; `mask` alone is not in it, since it needs a file.
package struct EffectForm: Sendable {
    /// As in ``EffectCall``.
    package let name: String
    /// An example of every argument that has to be there.
    package let required: [String]
    /// An example of every argument that may follow.
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

    /// All forms. A name may have several, which differ in how many arguments they take.
    package static let all = shaping + decorating + blurring + levels + filtering + turning

    /// Whether a call is of this form, as far as its name and the number of its arguments say.
    func fits(_ call: EffectCall) -> Bool {
        call.name == name && (required.count...required.count + optional.count).contains(call.arguments.count)
    }
}
