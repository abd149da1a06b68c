/// The settings of single grammars.
public struct DialectSettings: Sendable {
    /// Creates the defaults: no keys.
    public init() {}
}
