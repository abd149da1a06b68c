internal import CLibrary

/// How much memory the kernel says is left, to the process's control groups (cgroup v2) and to the machine.
struct MemoryRoom: Sendable {
    /// Memory is short when less than this share of it is left.
    static let shortShare = 0.1
    /// The folder that contains `proc` and `sys`.
    var root = ""

    var isShort: Bool {
        let shares = groups.compactMap(share(ofGroup:)) + [machineShare].compactMap { $0 }
        return shares.contains { $0 < Self.shortShare }
    }

    /// The share of the machine's memory that is available without swapping.
    private var machineShare: Double? {
        let numbers = numbers(in: "/proc/meminfo")
        guard let all = numbers["MemTotal:"], let available = numbers["MemAvailable:"], all > 0 else { return nil }
        return available / all
    }

    /// The folders of the process's own control group and of those that contain it, each of which may have a limit.
    private var groups: [String] {
        let lines = text("/proc/self/cgroup")?.split(separator: "\n") ?? []
        guard let own = lines.first(where: { $0.hasPrefix("0::") })?.dropFirst(3) else { return [] }
        var names = own.split(separator: "/")
        var groups = ["/sys/fs/cgroup"]
        while !names.isEmpty {
            groups.append("/sys/fs/cgroup/" + names.joined(separator: "/"))
            names.removeLast()
        }
        return groups
    }

    /// The share of a group's limit that is left. The page cache that the kernel can drop at any time does not count as used.
    private func share(ofGroup folder: String) -> Double? {
        func number(_ name: String) -> Double? { text("\(folder)/\(name)").flatMap { Double($0.filter { !$0.isWhitespace }) } }
        guard let used = number("memory.current"),
            let limit = [number("memory.high"), number("memory.max")].compactMap({ $0 }).min(), limit > 0
        else { return nil }
        let files = numbers(in: "\(folder)/memory.stat")
        let droppable = (files["inactive_file"] ?? 0) + (files["active_file"] ?? 0)
        return 1 - (used - droppable) / limit
    }

    /// The numbers of a file with a name and a number in each line.
    private func numbers(in path: String) -> [Substring: Double] {
        var numbers: [Substring: Double] = [:]
        for line in text(path)?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            if words.count > 1 { numbers[words[0]] = Double(words[1]) }
        }
        return numbers
    }

    private func text(_ path: String) -> String? {
        let descriptor = open(root + path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // The files of the kernel have no length of their own; these are all shorter.
        return String(unsafeUninitializedCapacity: 1 << 16) { max(0, read(descriptor, $0.baseAddress, $0.count)) }
    }
}
