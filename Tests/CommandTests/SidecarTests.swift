import BoundedCrop
import Foundation
import TestSupport
import Testing

/// `--embedded-regions` with XMP files beside the pictures, as photo managers write them.
@Suite("Regions in sidecars", .timeLimit(.minutes(15))) struct SidecarTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        // Black, 300x200.
        try scratch.add(Fixture.black, as: "in/a.jpg")
    }

    /// As exiftool and digiKam write it. Each region has its center in shares of the sides.
    private func sidecar(_ centers: [Double], dimensions: String = #"stDim:w="300" stDim:h="200""#, list: String = "Bag") -> String {
        let items = centers.map { x in
            """
            <rdf:li rdf:parseType='Resource'><mwg-rs:Area rdf:parseType='Resource'><stArea:h>0.2</stArea:h><stArea:unit>normalized</stArea:unit>
            <stArea:w>0.1</stArea:w><stArea:x>\(x)</stArea:x><stArea:y>0.5</stArea:y></mwg-rs:Area><mwg-rs:Name>A</mwg-rs:Name>
            <mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
            """
        }
        return """
            <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''
            xmlns:mwg-rs='http://www.metadataworkinggroup.com/schemas/regions/' xmlns:stArea='http://ns.adobe.com/xmp/sType/Area#'
            xmlns:stDim='http://ns.adobe.com/xap/1.0/sType/Dimensions#'><mwg-rs:Regions rdf:parseType='Resource'>
            <mwg-rs:AppliedToDimensions \(dimensions) stDim:unit="pixel"/><mwg-rs:RegionList><rdf:\(list)>\(items.joined())</rdf:\(list)>
            </mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
            """
    }

    private func write(_ text: String, _ name: String) throws { try scratch.write(Array(text.utf8), to: name) }

    /// Where the faces are, by their left edges. No detector is there to find others.
    private func places(_ file: String = "in/a.jpg", warning: String = "") async throws -> [Double] {
        let outcome = try await scratch.boundedcrop("detect \(file) --embedded-regions --max-faces 9 --json")
        #expect(outcome.status == 0 && (warning.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(warning)), "\(outcome.errors)")
        return try outcome.decoded(DetectLine.self).flatMap(\.features).map(\.x)
    }

    @Test(arguments: ["in/a.jpg.xmp", "in/a.xmp"], ["Bag", "Seq"]) func `are read`(name: String, list: String) async throws {
        try write(sidecar([0.2, 0.8], list: list), name)
        #expect(try await places() == [45, 225])
        #expect(try await places("in") == [45, 225])
        #expect(try await scratch.boundedcrop("detect in/a.jpg --json").decoded(DetectLine.self).flatMap(\.features).isEmpty)
    }

    @Test func `the file with the picture's whole name is surer`() async throws {
        try write(sidecar([0.2]), "in/a.xmp")
        try write(sidecar([0.8]), "in/a.jpg.xmp")
        #expect(try await places() == [225])
        // It says nothing of regions.
        try write(
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>",
            "in/a.jpg.xmp"
        )
        #expect(try await places() == [45])
    }

    @Test func `they count instead of those in the picture`() async throws {
        try scratch.add("metadata/everything.jpg", as: "in/m.jpg")
        let own = try await places("in/m.jpg")
        try write(sidecar([0.5], dimensions: #"stDim:w="2400" stDim:h="3000""#), "in/m.jpg.xmp")
        #expect(try await places("in/m.jpg") == [108] && own != [108])
        // A list without entries: the names were removed.
        try write(sidecar([], dimensions: #"stDim:w="240" stDim:h="300""#), "in/m.jpg.xmp")
        #expect(try await places("in/m.jpg") != own)
    }

    @Test func `those of a picture that was cut since are left`() async throws {
        try write(sidecar([0.2], dimensions: #"stDim:w="300" stDim:h="300""#), "in/a.xmp")
        #expect(try await places().isEmpty)
    }

    @Test(arguments: ["not XMP", "<a/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>", ""]) func `one that is broken is told and passed over`(
        text: String
    )
        async throws
    {
        try write(text, "in/a.jpg.xmp")
        try write(sidecar([0.2]), "in/a.xmp")
        #expect(try await places(warning: "in/a.jpg: in/a.jpg.xmp is not XMP, and is not used") == [45])
        let crop = try await scratch.boundedcrop("crop in/a.jpg --aspect 1:1 --embedded-regions --plan --json")
        #expect(try crop.objects().first?["warnings"] as? [String] == ["in/a.jpg.xmp is not XMP, and is not used"])
        #expect(try await scratch.boundedcrop("detect in/a.jpg --json").errors.isEmpty)
    }

    @Test func `one that is too large is told and passed over`() async throws {
        _ = try await scratch.shell("truncate -s 17M in/a.jpg.xmp && mkdir in/a.xmp")
        #expect(try await places(warning: "in/a.jpg.xmp is not used: 17825792 bytes").isEmpty)
    }

    @Test func `all that reads files uses them`() async throws {
        try write(sidecar([0.2]), "in/a.jpg.xmp")
        let crop = try await scratch.boundedcrop("crop in/a.jpg --aspect 1:1 --embedded-regions --plan --json").decoded(CropLine.self)
        #expect(crop.first?.crop.x == 0 && crop.first?.features.map(\.x) == [45])
        let covered = try await scratch.boundedcrop("effects in/a.jpg --redact white --embedded-regions --only-regions -o b.png --json")
        #expect(try covered.objects().first?["covered"] as? Int == 1)
        let worker = try await scratch.worker([
            #"{"id": 1, "source": {"path": "in/a.jpg"}, "embeddedRegions": true, "plan": true, "outputs": [{"aspect": "1:1"}]}"#
        ])
        #expect(((try worker.answers().first?.results.first)?["features"] as? [[String: Any]])?.first?["x"] as? Double == 45)
    }

    @Test func `crop --update makes what another sidecar changes`() async throws {
        let line = "crop in --aspect 1:1 --embedded-regions --update -o out --json"
        func made() async throws -> Int { try await scratch.boundedcrop(line).objects().count { $0["output"] != nil } }
        try write(sidecar([0.2]), "in/a.jpg.xmp")
        #expect(try await made() == 1)
        #expect(try await made() == 0)
        try write(sidecar([0.8]), "in/a.jpg.xmp")
        #expect(try await made() == 1)
    }
}
