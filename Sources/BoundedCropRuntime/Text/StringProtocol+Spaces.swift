extension StringProtocol {
    /// Without the white space at both ends.
    package func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
