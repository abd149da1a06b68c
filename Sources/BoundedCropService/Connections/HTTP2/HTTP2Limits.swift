internal import NIOHTTP2

/// What a client may make the service do on one HTTP/2 connection. Beyond these limits, the connection ends.
enum HTTP2Limits {
    /// The size of a head that is refused before it is decoded completely: some more than is accepted, so that most clients are told why
    /// (status 431).
    private static let mostFieldBytes = 96 << 10
    /// The bytes of the heads of all requests at once.
    static let mostHeadBytes = 1 << 20
    /// Frames that continue a head. More are a flood (CVE-2024-27316 and others); a head of the largest size fits into the default frames.
    private static let mostContinuations = 6
    /// Canceled streams in 30 seconds. More are the attack of CVE-2023-44487; browsers cancel some when a user scrolls past pictures.
    private static let mostResets = 400
    /// Settings, pings and priorities in 30 seconds. Browsers change priorities while a user scrolls.
    private static let mostControls = 1000
    /// Streams with errors in 30 seconds (CVE-2025-8671).
    private static let mostErrors = 100
    /// Unsent answers to settings and pings of a client that does not read them.
    private static let mostUnsentControls = 1000

    /// - Parameter streams: The maximum number of requests at once.
    static func configuration(streams: Int) -> NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: mostFieldBytes),
        ]
        configuration.connection.maximumSequentialContinuationFrames = mostContinuations
        configuration.connection.maximumBufferedControlFrames = mostUnsentControls
        configuration.connection.controlFrameRateLimit.maximumCount = mostControls
        configuration.stream.streamResetFrameRateLimit.maximumCount = mostResets
        configuration.stream.streamErrorRateLimit.maximumCount = mostErrors
        return configuration
    }
}
