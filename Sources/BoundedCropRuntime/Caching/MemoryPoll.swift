internal import CLibrary
internal import Synchronization

/// Looks every two seconds whether memory is short. For systems that do not let the process watch the kernel's stall information.
final class MemoryPoll: MemoryPressureSource {
    /// The time between two looks.
    static let seconds: UInt32 = 2
    /// The number of looks after which memory that stays short is told again: half a minute, so that caches may be of use meanwhile.
    static let patience = 15

    private let room: MemoryRoom
    private let pause: @Sendable () -> Void
    private let hasTold = Mutex(false)

    init(room: MemoryRoom = MemoryRoom(), pause: @escaping @Sendable () -> Void = { _ = sleep(MemoryPoll.seconds) }) {
        (self.room, self.pause) = (room, pause)
    }

    func wait() -> Bool {
        var looks = 0
        // What was told is told again only when it was over meanwhile, or has lasted. Nothing was told yet in the first call.
        while hasTold.withLock({ $0 }), looks < Self.patience, looks == 0 || room.isShort {
            pause()
            looks += 1
        }
        while !room.isShort { pause() }
        hasTold.withLock { $0 = true }
        return true
    }
}
