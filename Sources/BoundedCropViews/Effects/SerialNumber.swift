internal import Synchronization

/// Unique numbers, used to name things that cannot be compared.
enum SerialNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
