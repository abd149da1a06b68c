import BoundedCrop
import BoundedCropLoading
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct StorageSettingsTests {
    @Test func `a storage is a folder, a bucket or a server`() throws {
        #expect(try StorageLocation("/mnt/shared") == .folder("/mnt/shared"))
        #expect(try StorageLocation("s3://bucket/prefix") == .s3(S3Location("s3://bucket/prefix")))
        #expect(try StorageLocation("redis://host:1/2") == .redis(RedisAddress("redis://host:1/2")))
    }

    @Test func `passwords are neither printed nor in errors`() throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("result-storage", "redis://:s3cret@host/1", in: &configuration)
        try ServiceSettings.set("redis-password", "s3cret", in: &configuration)
        let file = ServiceSettings.file(of: configuration)
        #expect(!file.contains("s3cret"))
        #expect(file.contains("\nresult-storage = redis://host:6379/1\n") && file.contains("\n# (set, not shown) redis-password =\n"))
        for text in ["redis://:s3cret@host/x", "rediss://:s3cret@host", "http://:s3cret@host", "redis://:s3cret@", "s3://:s3cret@x/"] {
            let error = #expect(throws: BoundedCropError.self) {
                try ServiceSettings.set("detection-storage", text, in: &configuration)
            }
            #expect(error?.code == .invalidSetting, "\(text)")
            if !text.hasPrefix("s3") { #expect(error.map { "\($0)".contains("s3cret") } == false, "\(text)") }
        }
    }

    @Test func `the password may come from the environment`() throws {
        var configuration = ServiceConfiguration()
        try ServiceSettings.read(environment: ["BOUNDEDCROP_REDIS_PASSWORD": "s3cret"], into: &configuration)
        #expect(configuration.redisPassword == "s3cret")
    }
}
