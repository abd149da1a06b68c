import PictureSupport
import Testing

@testable import BoundedCrop
@testable import BoundedCropImaging

/// Malformed or malicious XMP: no region is read from it, and it does no harm.
@Suite(.timeLimit(.minutes(15))) struct HostileXMPTests {
    private static let good = RegionsPacket.text([.init()])

    private func regionCount(_ xmp: String) throws -> Int {
        try EmbeddedRegionDetector().features(in: ImageSource(bytes: TaggedPicture.jpeg(xmp: xmp)), accuracy: .low).count
    }

    private func packet(declaring declarations: String, type: String) -> String {
        let body = RegionsPacket.text([.init(type: type)]).drop { $0 != "\n" }
        return "<?xml version=\"1.0\"?>\n<!DOCTYPE x [\(declarations)]>\n" + body.replacing("<?xpacket end=\"w\"?>", with: "")
    }

    @Test func theValidPacketIsRead() throws {
        #expect(try regionCount(Self.good) == 1)
        #expect(try regionCount(packet(declaring: "", type: "Face")) == 1)
    }

    @Test func aTruncatedPacketIsNotRead() throws {
        let bytes = Array(Self.good.utf8)
        let whole = try bytes.prefix(#require(bytes.firstRange(of: Array("</x:xmpmeta>".utf8))).upperBound)
        #expect(try regionCount(String(decoding: whole, as: UTF8.self)) == 1)
        for length in Array(stride(from: 0, to: whole.count, by: 37)) + [whole.count - 1] {
            #expect(try regionCount(String(decoding: whole.prefix(length), as: UTF8.self)) == 0)
        }
    }

    static let broken = [
        "", " ", "<", "not XML", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<a:b/>", "\u{0}", "<a>\u{1}</a>", "<a>&nothing;</a>",
        "<a/>x",
    ]

    @Test(arguments: broken) func malformedXMLIsNotRead(xmp: String) throws {
        #expect(try regionCount(xmp) == 0)
        #expect(XMLTree(Array(xmp.utf8)) == nil)
    }

    @Test func invalidUTF8IsNotRead() {
        #expect(XMLTree([0x3C, 0x61, 0x3E, 0xFF, 0xFE, 0x3C, 0x2F, 0x61, 0x3E]) == nil)
        #expect(XMLTree([UInt8](repeating: 0, count: 1000)) == nil)
        #expect(XMLTree([]) == nil)
    }

    /// Nested entities that expand tenfold at each level ("billion laughs").
    private static let laughs =
        "<!ENTITY a0 \"Face\">" + (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()

    static let declarations = [
        ("<!ENTITY f \"Face\">", "&f;"), (laughs, "&a9;"), (laughs, "Face"), ("<!ENTITY f SYSTEM \"file:///etc/hostname\">", "&f;"),
        ("<!ENTITY f SYSTEM \"file:///etc/hostname\">", "Face"), ("<!ENTITY % p \"x\">", "Face"),
        ("<!ENTITY % p SYSTEM \"file:///dev/zero\"> %p;", "Face"), ("<!ENTITY f \"&f;\">", "&f;"),
        ("<!ENTITY big \"\(String(repeating: "x", count: 10_000))\">", String(repeating: "&big;", count: 2_000)),
    ]

    @Test(arguments: declarations) func aPacketThatDeclaresEntitiesIsNotRead(declarations: String, type: String) throws {
        #expect(try regionCount(packet(declaring: declarations, type: type)) == 0)
    }

    /// The five predefined entities, and numeric character references.
    @Test func predefinedEntitiesAreRead() throws {
        let tree = try #require(XMLTree(Array("<a b='&lt;&amp;&gt;'>&quot;&apos;&#70;&#x61;ce</a>".utf8)))
        #expect(tree.root.attributes["b"] == "<&>" && tree.root.text == "\"'Face")
        #expect(try regionCount(RegionsPacket.text([.init(type: "&#70;ace")])) == 1)
    }

    @Test(arguments: [(64, true), (65, false), (1000, false), (9000, false)]) func deeplyNestedXMLIsNotRead(depth: Int, isRead: Bool) {
        let text = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
        #expect((XMLTree(Array(text.utf8)) != nil) == isRead)
    }

    @Test func aMegabyteOfNestingIsNotRead() throws {
        let text = String(repeating: "<a>", count: 300_000)
        #expect(XMLTree(Array((text + String(repeating: "</a>", count: 300_000)).utf8)) == nil)
        #expect(XMLTree(Array(text.utf8)) == nil)
    }

    @Test func manyRegionsAreRead() throws {
        let regions = (0..<250).map { RegionsPacket.Region(x: "0.\(100 + $0)", width: "0.01", height: "0.01") }
        #expect(try regionCount(RegionsPacket.text(regions, .attributes)) == 250)
    }

    @Test(arguments: RegionsPacket.Form.allCases) func otherNamespacesAreIgnored(form: RegionsPacket.Form) throws {
        let text = RegionsPacket.text([.init()], form)
        #expect(try regionCount(text.replacing("metadataworkinggroup.com", with: "example.com")) == 0)
        #expect(try regionCount(text.replacing("sType/Area#", with: "sType/Aria#")) == 0)
        #expect(try regionCount(text.replacing("mwg-rs", with: "r").replacing("stArea", with: "s")) == 1)
    }
}
