extension StringProtocol {
    /// Returns the text without white space at either end.
    package func trimmingSpaces() -> String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
