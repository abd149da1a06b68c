/// Tells when memory is short.
package protocol MemoryPressureSource: Sendable {
    /// Blocks its thread until memory is short. Returns false if the source can no longer tell.
    func wait() -> Bool
}
