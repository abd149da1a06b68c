import BoundedCrop
import BoundedCropLoading
import Foundation
import ObjectServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)), .enabled(if: ObjectServer.isInstalled)) struct ObjectInputTests {
    let scene: ObjectScene

    init() async throws { scene = try await ObjectScene() }

    private var scratch: TemporaryFolder { scene.scratch }

    @Test func anObjectIsCroppedAsAFileIs() async throws {
        try await scene.add("a.png")
        try scratch.add(Fixture.portrait, as: "a.png")
        let object = try await scene.boundedcrop("crop PHOTOSa.png --size 40x40 --json -o object.png")
        let file = try await scene.boundedcrop("crop a.png --size 40x40 --json -o file.png")
        #expect(object.status == 0 && file.status == 0, "\(object.errors)")
        #expect(try scratch.bytes("object.png") == scratch.bytes("file.png"))
        let (ours, theirs) = (try object.decoded(CropLine.self)[0], try file.decoded(CropLine.self)[0])
        #expect(ours.file == scene.photos + "a.png" && ours.features == theirs.features && ours.crop == theirs.crop)
    }

    @Test func withoutAnOutputItIsNamedAfterItsKey() async throws {
        try await scene.add("in/a b.png")
        let outcome = try await scene.boundedcrop("crop --size 30x20 --no-bounding", [scene.photos + "in/a b.png"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.files() == ["a b-30x20.png"])
    }

    @Test(arguments: [("", ["a.png"]), ("--recursive", ["a.png", "sub/deep/c.png", "sub/deep.er/b.png"])])
    func aPrefixIsAFolder(option: String, expected: [String]) async throws {
        try await scene.add("a.png", "sub/deep.er/b.png", "sub/deep/c.png", "notes.txt", "bare", ".hidden.png", "sub/.trash/d.png")
        let outcome = try await scene.boundedcrop("crop PHOTOS \(option) --size 30x20 --no-bounding -o out")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try scratch.files().sorted() == expected.map { "out/" + $0 }.sorted())
    }

    @Test func picturesInFormatsThatAreNotReadAreNamed() async throws {
        try await scene.add("a.png", "b.psb", "notes.txt", ".hidden.psd")
        let outcome = try await scene.boundedcrop("crop PHOTOS --size 30x20 --no-bounding -o out -v")
        #expect(outcome.status == 0 && outcome.errorLines.count { $0.contains(": left out: ") } == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("b.psb: left out: .psb files cannot be read"), "\(outcome.errors)")
    }

    @Test(arguments: [
        "a b.png", "ä ☃.png", "100%25.png", "what?x=1#y.png", "a+b&c=d.png", "quote\"'<>.png", "tab\t.png",
        "e\u{301}.png",
    ])
    func keysAreTakenLiterally(key: String) async throws {
        try await scene.add(key)
        let one = try await scene.boundedcrop("crop --size 30x20 --no-bounding --json -o one.png", [scene.photos + key])
        #expect(one.status == 0, "\(one.errors)")
        #expect(try one.decoded(CropLine.self)[0].file == scene.photos + key)
        let all = try await scene.boundedcrop("crop PHOTOS --size 30x20 --no-bounding --json -o out")
        #expect(all.status == 0, "\(all.errors)")
        #expect(try all.decoded(CropLine.self)[0].file == scene.photos + key)
        #expect(try scratch.files().contains("out/" + key.replacing("\t", with: "-")))
    }

    @Test func detectShowAndContactSheetReadObjectsToo() async throws {
        try await scene.add("a.png", "b.png")
        let found = try await scene.boundedcrop("detect PHOTOS --json")
        #expect(found.status == 0, "\(found.errors)")
        #expect(try found.decoded(DetectLine.self).map(\.features.count) == [1, 1])
        let shown = try await scene.boundedcrop("show PHOTOS")
        #expect(shown.lines == ["\(scene.photos)a.png 240x300", "\(scene.photos)b.png 240x300"], "\(shown.errors)")
        let sheet = try await scene.boundedcrop("contact-sheet PHOTOS PHOTOSa.png --cell 20x20 --columns 3 -o CROPSsheet.png")
        #expect(sheet.status == 0, "\(sheet.errors)")
        #expect(try await scene.server.object(scene.crops + "sheet.png")?.contentType == "image/png")
    }

    @Test func aListMayNameObjects() async throws {
        try await scene.add("a.png")
        try scratch.write(Array("\(scene.photos)a.png\n\(scene.photos)\n".utf8), to: "list.txt")
        let outcome = try await scene.boundedcrop("crop --list list.txt --plan --json")
        #expect(try outcome.decoded(CropLine.self).map(\.file) == [scene.photos + "a.png", scene.photos + "a.png"])
    }

    @Test func whatIsMissingIsReportedAndTheOthersGoOn() async throws {
        try await scene.add("a.png")
        let outcome = try await scene.boundedcrop(
            "crop PHOTOSmissing.png s3://no-such-bucket/a.png s3://no-such-bucket/ PHOTOSempty/ PHOTOSa.png --json --plan"
        )
        #expect(outcome.status == 1)
        #expect(try outcome.errorCodes() == Array(repeating: "fileNotFound", count: 4))
        #expect(try outcome.objects().compactMap { $0["crop"] }.count == 1)
        let errors = outcome.errorLines
        #expect(errors[0].hasPrefix("boundedcrop: \(scene.photos)missing.png: there is no such object"))
        #expect(errors[1].contains("no-such-bucket/a.png: "))
        #expect(errors[2].contains("s3://no-such-bucket/: there is no bucket “no-such-bucket”"))
        #expect(errors[3].contains("empty/: there are no pictures below this prefix; --recursive"))
        #expect(errors[4] == "boundedcrop: 4 of 5 failed")
    }

    @Test func aPictureThatCannotBeReadIsReported() async throws {
        try await scene.add("a.png")
        try await scene.server.write([], to: scene.photos + "b.png")
        try await scene.add("c.png", fixture: "broken/text.jpg")
        let outcome = try await scene.boundedcrop("crop PHOTOS --size 20x20 --json -o out")
        #expect(outcome.status == 1 && outcome.errorLines.last == "boundedcrop: 2 of 3 failed")
        #expect(try outcome.errorCodes() == ["emptyFile", "unsupportedFormat"])
        let limited = try await scene.boundedcrop("crop PHOTOSa.png --json --plan --max-bytes 1000")
        #expect(try limited.errorCodes() == ["limitExceeded"])
    }

    @Test func deniedAccessIsReported() async throws {
        try await scene.add("a.png")
        for input in ["PHOTOSa.png", "PHOTOS"] {
            for keys in [["AWS_SECRET_ACCESS_KEY": "wrong"], ["AWS_ACCESS_KEY_ID": "AKIAUNKNOWN"]] {
                let outcome = try await scene.boundedcrop("crop \(input) --json --plan", environment: keys)
                #expect(try outcome.status == 1 && outcome.errorCodes() == ["accessDenied"], "\(outcome.text)")
            }
        }
    }

    @Test func optionsCountMoreThanVariables() async throws {
        try await scene.add("a.png")
        let endpoint = scene.server.endpoint.absoluteString
        let wrong = ["AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_REGION": "nowhere"]
        let options = "--s3-endpoint \(endpoint) --s3-region us-east-1 --s3-path-style"
        let outcome = try await scene.boundedcrop("crop PHOTOSa.png --plan --json \(options)", environment: wrong)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func keysComeFromTheProfile() async throws {
        try await scene.add("a.png")
        let environment = scene.server.environment
        let text = """
            [crops]
            aws_access_key_id = \(environment["AWS_ACCESS_KEY_ID"]!)
            aws_secret_access_key = \(environment["AWS_SECRET_ACCESS_KEY"]!)
            """
        try scratch.write(Array(text.utf8), to: "credentials")
        let none = ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "AWS_SHARED_CREDENTIALS_FILE": scratch.path("credentials")]
        let outcome = try await scene.boundedcrop("crop PHOTOSa.png --plan --json --s3-profile crops", environment: none)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }
}
