import BoundedCrop
import BoundedCropLoading
import Foundation
import ObjectServer
import TestSupport
import Testing

@testable import BoundedCropService

/// Corrections that are an object of a bucket.
@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct ObjectCorrectionTests {
    @Test func `they are read again when the object changes, and know objects by key and location`() async throws {
        let server = try await ObjectServer.running
        var s3 = server.configuration
        s3.clock = PatientClock()
        let prefix = server.prefix()
        try await server.add("orientations/obama_1.jpg", as: prefix + "root/a.jpg")
        func correct(_ text: String) async throws { try await server.write(Array(text.utf8), to: prefix + "c.json") }
        try await correct(#"{"file": "a.jpg", "focal": "0,0"}"#)
        let service = try await RunningService { [s3] in
            $0.root = prefix + "root"
            $0.s3 = s3
            $0.objectLifetime = 0
            $0.corrections = prefix + "c.json"
        }
        func plan() async throws -> String? { try await service.get("/unsafe/30x30/smart/a.jpg")["x-boundedcrop-plan"] }
        #expect(try await plan()?.contains(#""corrected":["focal"]"#) == true)
        try await correct("nonsense")
        #expect(try await plan()?.contains(#""corrected":["focal"]"#) == true)
        try await correct(#"{"file": "\#(prefix)root/a.jpg", "zoom": 0.5}"#)
        #expect(try await plan()?.contains(#""corrected":["zoom"]"#) == true)
    }
}
