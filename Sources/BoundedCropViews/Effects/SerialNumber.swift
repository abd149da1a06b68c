internal import Synchronization

/// Numbers that are each given once: names for what cannot be compared.
enum SerialNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
