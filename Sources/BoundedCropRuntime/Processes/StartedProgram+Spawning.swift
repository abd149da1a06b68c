internal import CCalls
internal import CLibrary

extension StartedProgram {
    /// Starts a program with the ends of the pipes as its standard input, output and error.
    static func spawn(_ program: String, _ arguments: [String], _ pipes: [ChildPipe]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0].reader, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[1].writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[2].writer, STDERR_FILENO)
        // Libraries open descriptors, such as a server's sockets, that a child would inherit.
        let failure = bc_close_descriptors(&actions, STDERR_FILENO + 1)
        guard failure == 0 else { throw ChildProgram.Failure.cannotStart(SystemError.text(failure)) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setpgroup(&attributes, 0)
        // A worker thread may block signals, and a server may ignore SIGPIPE. The child would inherit both.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, program, &actions, &attributes, &words, environ)
        guard code == 0 else { throw ChildProgram.Failure.cannotStart(SystemError.text(code)) }
        return identifier
    }
}
