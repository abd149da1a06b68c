extension Duration {
    /// The duration as a number of seconds.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension Duration {
    /// The nearest duration that can be added to a clock's time and to others like it: not negative, and about 30 years at most.
    package var bounded: Duration { max(.zero, min(self, .seconds(1_000_000_000))) }
}
