import BoundedCrop
import CLibrary
import Dispatch

/// Something that a helper must not do.
enum Misdeed: String {
    case segv, abort, trap, exit, memory, spin, wait
    case socket, open, fork, execute, code, change, share, truncate, kill, schedule
    case junk, short
    case resize, crowd, nothing, endless, eternal

    func commit(_ source: ImageSource) {
        switch self {
        case .segv: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        case .abort: CLibrary.abort()
        case .trap: fatalError("a broken invariant")
        case .exit: CLibrary.exit(0)
        case .memory: takeMemory()
        case .spin: while true { spin() }
        case .wait: DispatchSemaphore(value: 0).wait()
        case .socket: _ = CLibrary.socket(AF_INET, SocketKind.stream, 0)
        case .open: _ = CLibrary.open("/etc/hostname", O_RDONLY)
        case .fork: start("/bin/true")
        case .execute: execute("/bin/true")
        case .code: _ = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        case .change: changeCode()
        case .share: _ = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        case .truncate: _ = ftruncate(1, 0)
        case .kill: _ = CLibrary.kill(getppid(), 0)
        case .schedule: _ = nice(0)
        case .junk: write([UInt8](repeating: 0xFF, count: 4096))
        case .short: write([1, 2, 3])
        // Answers to the call that opens an animation, and to those that follow before they are made.
        case .resize: Answer.animation(PixelSize(width: source.size.width + 1, height: source.size.height), frames: 3).send()
        case .crowd: Answer.animation(source.size, frames: 1 << 62).send()
        case .nothing: Answer.animation(source.size, frames: 0).send()
        case .endless:
            Answer.animation(source.size, frames: 2).send()
            for _ in 0..<9 { Answer.frame(milliseconds: 100).send() }
        case .eternal:
            Answer.animation(source.size, frames: 2).send()
            Answer.frame(milliseconds: .max).send()
        }
    }

    private func takeMemory() {
        // Like a decoder that never checks its allocations. (The optimizer removes a malloc whose memory is never read.)
        for _ in 0..<64 {
            let part = 64 << 20
            memset(mmap(nil, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 1, part)
        }
    }

    private func changeCode() {
        let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        _ = mprotect(page, 4096, PROT_READ | PROT_EXEC)
    }

    private func write(_ bytes: [UInt8]) {
        _ = CLibrary.write(0, bytes, bytes.count)
    }

    @inline(never) private func spin() {}

    private func start(_ path: String) {
        var identifier = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        posix_spawn(&identifier, path, nil, nil, &words, nil)
    }

    private func execute(_ path: String) {
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        execv(path, &words)
    }
}
