import CLibrary

/// What the kernel says has happened in a watched folder: see inotify(7).
struct FolderEvent: Hashable, Sendable {
    /// The number of the folder's watch.
    let watch: Int32
    /// The bits that say what has happened.
    let kinds: UInt32
    /// The name in the folder; empty if the event is about the folder itself.
    let name: String

    /// Whether events were lost, so that anything may have happened in any folder.
    var areLost: Bool { kinds & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether the folder's watch has ended, as it does after the folder was removed or unmounted.
    var hasEnded: Bool { kinds & UInt32(IN_IGNORED) != 0 }
    /// Whether the folder is not where it was.
    var isGone: Bool { hasEnded || kinds & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT)) != 0 }
    /// Whether the name is that of a folder, and not of a link to one.
    var isFolder: Bool { kinds & UInt32(IN_ISDIR) != 0 }
    /// Whether the name is new, or another file has it now.
    var isArrival: Bool { kinds & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 }
    /// Whether something of this name was moved to another place.
    var isDeparture: Bool { kinds & UInt32(IN_MOVED_FROM) != 0 }
    /// Whether a file was written, or moved here.
    var isComplete: Bool { kinds & (UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)) != 0 }

    /// What is asked of the kernel about a folder.
    static let wanted =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE_SELF)
        | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    private static let headerLength = 16

    /// The events that a read has returned: each a header of four numbers, the last of which is the length of the name that follows, with
    /// the zeros at its end. What is cut off is left out.
    static func events(in bytes: some Collection<UInt8>) -> [FolderEvent] {
        var events: [FolderEvent] = []
        var rest = Array(bytes)[...]
        while rest.count >= headerLength {
            let numbers = (0..<4).map { index in number(rest.dropFirst(4 * index).prefix(4)) }
            let length = Int(numbers[3])
            guard rest.count - headerLength >= length else { break }
            let name = rest.dropFirst(headerLength).prefix(length).prefix { $0 != 0 }
            events.append(
                FolderEvent(watch: Int32(bitPattern: numbers[0]), kinds: numbers[1], name: String(decoding: name, as: UTF8.self))
            )
            rest = rest.dropFirst(headerLength + length)
        }
        return events
    }

    /// A number in the order of bytes of this machine.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
}
