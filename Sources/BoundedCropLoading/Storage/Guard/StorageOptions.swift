/// How a ``GuardedStorage`` limits what its storage can cost.
public struct StorageOptions: Sendable {
    /// How long an entry is waited for; 250 ms by default.
    public var timeout = Duration.milliseconds(250)
    /// How long storing an entry may take, for which nobody waits; 2.5 s by default.
    public var writeTimeout = Duration.milliseconds(2500)
    /// The number of failures in a row after which the storage is left alone; 5 by default.
    public var failureLimit = 5
    /// The pause before it is tried again; 1 s by default. It doubles for each trial that fails, and a random part of up to a half is taken off.
    public var pause = Duration.seconds(1)
    /// The longest pause; 30 s by default.
    public var longestPause = Duration.seconds(30)
    /// The maximum number of entries that wait to be stored; 1000 by default. Further ones are dropped.
    public var waitingLimit = 1000
    /// The maximum number of bytes of the entries that wait to be stored; 32 MB by default. A larger one waits alone.
    public var waitingByteLimit = 32_000_000
    /// The number of entries that are stored at once; 4 by default.
    public var concurrentWrites = 4
    /// Provides the time and waits.
    public var clock: any LoadingClock = SystemLoadingClock()

    /// Creates the defaults. The time limits of calls become `timeout` and ten times as much.
    public init(timeout: Duration = .milliseconds(250)) {
        (self.timeout, writeTimeout) = (timeout, timeout * 10)
    }
}
