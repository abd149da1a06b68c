internal import BoundedCrop
internal import CoreMetrics
internal import Logging
internal import Metrics

/// The decoder processes of a service, with their log lines and metrics.
enum ServiceDecoders {
    /// Nil where pictures are decoded in this process. Throws `invalidSetting` if isolation is required but impossible.
    static func start(for configuration: ServiceConfiguration, _ metrics: ServiceMetrics, _ logger: Logger) throws -> DecoderPool? {
        guard configuration.isIsolating else { return nil }
        guard let program = configuration.decoderProgram else {
            if configuration.isolates == true {
                throw BoundedCropError(
                    .invalidSetting,
                    "decoding in separate processes (isolate) needs a program for them: set decoderProgram"
                )
            }
            logger.warning("pictures are decoded in this process, since no decoder program is set (decoderProgram)")
            return nil
        }
        do {
            let decoders = try DecoderPool(settings(program, configuration, metrics, logger))
            metrics.registry.read("boundedcrop_decoders_alive") { [weak decoders] in Double(decoders?.aliveCount ?? 0) }
            return decoders
        } catch let error as BoundedCropError {
            throw BoundedCropError(.invalidSetting, "\(error.message); isolate = false decodes in this process", underlying: error)
        }
    }

    /// Those for drawings and fragile files, also where other pictures are decoded in this process; nil if separate processes are ruled out.
    static func late(for configuration: ServiceConfiguration, _ metrics: ServiceMetrics, _ logger: Logger) -> DecoderPool.Settings? {
        guard configuration.isolates != false, let program = configuration.decoderProgram else { return nil }
        return settings(program, configuration, metrics, logger)
    }

    private static func settings(
        _ program: String,
        _ configuration: ServiceConfiguration,
        _ metrics: ServiceMetrics,
        _ logger: Logger
    ) -> DecoderPool.Settings {
        var settings = DecoderPool.Settings(program: program, limits: configuration.decoding.limits)
        // One more than the workers, so that the next headers can be read meanwhile.
        settings.count = (configuration.workers ?? Threads.processorCount) + 1
        settings.niceness = PictureWorkers.niceness
        settings.onEvent = { note($0, metrics, logger) }
        return settings
    }

    private static func note(_ event: DecoderPool.Event, _ metrics: ServiceMetrics, _ logger: Logger) {
        switch event {
        case .started:
            metrics.decoderStarted()
        case .ended(let reason, let signal):
            metrics.decoderEnded(reason)
            // This happens whenever a client leaves.
            let level = reason == .cancelled ? Logger.Level.debug : .warning
            var metadata: Logger.Metadata = ["reason": "\(reason.rawValue)"]
            if let signal { metadata["signal"] = .stringConvertible(signal) }
            logger.log(level: level, "a decoder ended", metadata: metadata)
        case .notStarted(let error):
            logger.error("a decoder cannot be started", metadata: ["error": "\(error)"])
        }
    }
}
