extension Bool {
    /// A flag as people write it: true, yes, on or 1, false, no, off or 0, in any case; nil for everything else.
    package init?(flag text: String) {
        switch text.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}
