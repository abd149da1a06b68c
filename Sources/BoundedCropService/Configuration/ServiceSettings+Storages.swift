internal import BoundedCrop
internal import BoundedCropLoading

extension ServiceSettings {
    /// The settings of the storages that services share.
    static let storages: [ServiceSetting] = [
        .init(
            "result-storage",
            "Where services share answers: a folder, s3://bucket/prefix or redis://host:port/0; empty shares none.",
            .optional(.storage),
            \.resultStorage
        ),
        .init("result-lifetime", "The seconds for which answers are stored there.", .seconds(1...315_360_000), \.resultLifetime),
        .init("result-limit", "The maximum number of bytes of an answer that is stored there.", .bytes(0...60_000_000), \.resultByteLimit),
        .init(
            "detection-storage",
            "Where services share detections, as with result-storage; empty shares none.",
            .optional(.storage),
            \.detectionStorage
        ),
        .init("detection-lifetime", "The seconds for which detections are stored there.", .seconds(1...315_360_000), \.detectionLifetime),
        .init("storage-timeout", "How long to wait for a shared storage, in seconds.", .seconds, \.storageTimeout),
        .init(
            "redis-password",
            "The password of Redis servers, unless it is in their addresses.",
            .optional(.text("password")),
            \.redisPassword,
            isSecret: true
        ),
    ]
}
