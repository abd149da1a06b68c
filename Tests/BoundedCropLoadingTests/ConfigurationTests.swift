import BoundedCrop
import BoundedCropLoading
import Foundation
import Testing

/// A configuration costs nothing until it is used.
@Suite struct ConfigurationTests {
    @Test func creatingAConfigurationStartsNoThread() async {
        await #expect(processExitsWith: .success) {
            func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
            let before = try threads()
            let made: [Any] = [ImageLoader.Configuration(), BoundedCropper(), WorkerPool(threadCount: 3), CropCache()]
            #expect(try threads() == before)
            #expect(made.count == 4)
        }
    }
}
