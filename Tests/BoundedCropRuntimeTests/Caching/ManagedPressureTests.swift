import Foundation
import TestSupport
import Testing

@testable import BoundedCropRuntime

/// What systemd says about watching memory; a plain file stands for that of the control group.
@Suite(.timeLimit(.minutes(15))) struct ManagedPressureTests {
    private static let words = "some 200000 2000000"
    private static let written = "c29tZSAyMDAwMDAgMjAwMDAwMAA="

    @Test func `the service manager's words are written to its file`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([], to: "memory.pressure")
        let trigger = ManagedPressure(watch: path, write: Self.written).trigger
        #expect(trigger != nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Self.words.utf8 + [0]))
    }

    @Test(arguments: [
        (nil, nil), (nil, written), ("/nonexistent/memory.pressure", written), ("/proc/self/status", written), ("/", written),
    ])
    func `without a file that can be written, the machine is watched`(watch: String?, write: String?) {
        let managed = ManagedPressure(watch: watch, write: write)
        #expect(managed.trigger == nil && managed.sources.count == 3)
    }

    @Test(arguments: [nil, "not base64!", "c29t\n"]) func `words that cannot be understood are not written`(write: String?) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("before".utf8), to: "memory.pressure")
        #expect(ManagedPressure(watch: path, write: write).trigger == nil)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    }

    @Test func `the administrator can turn watching off`() {
        #expect(ManagedPressure(watch: "/dev/null", write: Self.written).sources.isEmpty)
    }
}
