import TestSupport
import Testing

@testable import BoundedCropRuntime

/// When memory counts as short where the kernel's stall information cannot be watched. The kernel's files are simulated in a folder.
@Suite struct MemoryRoomTests {
    private let folder: TemporaryFolder
    private let room: MemoryRoom

    init() throws {
        folder = try TemporaryFolder()
        room = MemoryRoom(root: folder.path)
    }

    private func write(_ text: String, to name: String) throws {
        try folder.write(Array(text.utf8), to: name)
    }

    private func setMachine(available: Int) throws {
        try write("MemTotal:        1000 kB\nMemFree:            5 kB\nMemAvailable:    \(available) kB\n", to: "proc/meminfo")
    }

    private func setGroup(_ path: String, used: Int, high: String, most: String, active: Int, inactive: Int) throws {
        try write("\(used)\n", to: "sys/fs/cgroup\(path)/memory.current")
        try write("\(high)\n", to: "sys/fs/cgroup\(path)/memory.high")
        try write("\(most)\n", to: "sys/fs/cgroup\(path)/memory.max")
        try write("anon 12\nactive_file \(active)\ninactive_file \(inactive)\n", to: "sys/fs/cgroup\(path)/memory.stat")
    }

    @Test(arguments: [(900, false), (100, false), (99, true), (0, true)])
    func lessThanATenthOfTheMachinesMemoryIsShort(_ available: Int, _ isShort: Bool) throws {
        try setMachine(available: available)
        #expect(room.isShort == isShort)
    }

    @Test(arguments: [
        (901, "max", "1000", (0, 0), true),
        (899, "max", "1000", (0, 0), false),
        // The lower limit counts, and the files that the kernel can drop at once do not, whether they were read once or often.
        (460, "500", "1000", (0, 0), true),
        (990, "max", "1000", (0, 600), false),
        (990, "max", "1000", (600, 0), false),
        (990, "max", "1000", (50, 50), false),
        (990, "max", "max", (0, 0), false),
    ])
    func aGroupNearItsLimitIsShort(_ used: Int, _ high: String, _ most: String, _ files: (Int, Int), _ isShort: Bool) throws {
        try setMachine(available: 900)
        try write("0::/pod/app\n", to: "proc/self/cgroup")
        try setGroup("/pod/app", used: used, high: high, most: most, active: files.0, inactive: files.1)
        #expect(room.isShort == isShort)
    }

    @Test(arguments: ["/pod/app", "/"]) func theLimitOfAGroupAroundTheProcessCountsToo(_ group: String) throws {
        try write("12:cpu:/old\n0::\(group)\n", to: "proc/self/cgroup")
        try setGroup(group == "/" ? "" : "/pod", used: 95, high: "max", most: "100", active: 0, inactive: 0)
        #expect(room.isShort)
    }

    @Test func withoutAnyOfTheFilesMemoryIsNotShort() {
        #expect(!room.isShort)
    }

    /// Lets a poll wait as often as `waits` says, while each of its pauses changes the machine's memory to the next number and the last one
    /// stays. Returns how many pauses each wait took.
    private func pauses(_ available: [Int], waits: Int) throws -> [Int] {
        let count = Counter()
        try setMachine(available: available[0])
        let poll = MemoryPoll(room: room) {
            count.enter()
            try? setMachine(available: available[min(count.total, available.count - 1)])
        }
        return (0..<waits).map { _ in
            let before = count.total
            #expect(poll.wait())
            return count.total - before
        }
    }

    @Test func memoryThatIsShortWhenTheWatchBeginsIsToldAtOnce() throws {
        #expect(try pauses([50], waits: 1) == [0])
    }

    @Test func aPollTellsAtOnceWhenMemoryBecomesShort() throws {
        #expect(try pauses([900, 900, 900, 50], waits: 1) == [3])
    }

    @Test func memoryThatStaysShortIsToldAgainAfterHalfAMinute() throws {
        #expect(try pauses([50], waits: 3) == [0, MemoryPoll.patience, MemoryPoll.patience])
        #expect(MemoryPoll.patience * Int(MemoryPoll.seconds) == 30)
    }

    @Test func memoryThatIsShortOnceMoreIsToldAtOnce() throws {
        #expect(try pauses([50, 50, 50, 900, 50], waits: 2) == [0, 4])
    }
}
