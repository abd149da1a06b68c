import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@testable import BoundedCropService

/// Words that ask to hide something are never ignored.
@Suite(.timeLimit(.minutes(15))) struct HidingWordTests {
    @Test(arguments: [
        "redacted()", "anonymize()", "blur_faces(9)", "pixelate_faces()", "mask_faces()", "blur_detections(3)", "Redact()", "obscure(face)",
    ])
    func `unknown filters that ask to hide are errors`(filter: String) async throws {
        let service = try await RunningService()
        for prefix in ["", "meta/", "9x9/then:/"] {
            let reply = try await service.get("/unsafe/\(prefix)30x30/filters:\(filter)/photos/obama.jpg")
            #expect(reply.status == 400 && reply.text.contains("may ask to hide"), "\(filter): \(reply.status) \(reply.text)")
        }
        #expect(try await service.get("/unsafe/30x30/filters:sparkle()/photos/obama.jpg").status == 200)
    }

    @Test(arguments: [
        "redact()", "redact(pixelate)", "redact(blur,25)", "redact(pixelate,10)", "redact(ff0000)", "redact_oval()", "redact_oval(black)",
        "redact_oval(pixelate,10)", "redact(,15)",
    ])
    func `imagor's forms hide with the usual margin`(filter: String) throws {
        let url = try ImageURL(instructions: "filters:\(filter)/x.jpg")
        guard case .effect(let effect)? = try ImageFilters(url).steps.first, let redaction = effect as? Redact else {
            Issue.record("no redaction")
            return
        }
        #expect(redaction.margin == 0.3 && redaction.shape == .oval)
    }

    @Test(arguments: [("redact(blur,0.1)", 0.1), ("redact(blur,2)", 2.0)]) func `margins stay margins`(
        filter: String,
        margin: Double
    ) throws {
        guard case .effect(let effect)? = try ImageFilters(ImageURL(instructions: "filters:\(filter)/x.jpg")).steps.first else { return }
        #expect((effect as? Redact)?.margin == margin)
    }

    @Test(arguments: ["redact(blur,1,2)", "redact(blur,much)", "redact(blurry)", "redact_oval(blur,-1)"])
    func `misread redactions are errors`(filter: String) throws {
        #expect(throws: BoundedCropError.self) { try ImageFilters(ImageURL(instructions: "filters:\(filter)/x.jpg")) }
    }

    private static let hiding: [(Grammar, String)] = [
        (.thumbor, "/unsafe/filters:redact_all(black)/a.jpg"), (.cloudinary, "/demo/image/upload/e_blur_region:900/a.jpg"),
        (.cloudinary, "/demo/image/upload/e_redact/a.jpg"), (.imgix, "/a.jpg?blur-faces=40"), (.imgix, "/a.jpg?redact=black"),
        (.cloudflare, "/blur-faces=40/a.jpg"), (.cloudflare, "/redact=black/a.jpg"), (.imagekit, "/demo/tr:e-blurfaces/a.jpg"),
        (.imgproxy, "/unsafe/pixelate_faces:9/plain/a.jpg"), (.imgproxy, "/unsafe/blur_detections:9:dog/plain/a.jpg"),
        (.iiif, "/a.jpg/full/max/0/default.jpg?redact=black"),
    ]

    @Test(arguments: hiding) func `an unknown word that asks to hide is an error in every grammar`(grammar: Grammar, url: String) throws {
        var configuration = ServiceConfiguration()
        configuration.unsignedGrammars = Grammar.allCases
        let reader = try URLReader(configuration, of: [GrammarMount(root: grammar)])
        let error = #expect(throws: BoundedCropError.self) { try reader.read(url) }
        // imgproxy's unknown options are invalid anyway.
        #expect(error?.code == (grammar == .imgproxy ? .invalidURL : .invalidFilter))
    }

    /// Words of grammars are checked where all of them meet, before anything is answered.
    @Test(arguments: ["e_blur_region:300", "blur_faces=9", "redact:1", "e-pixelateFaces", "x-anonymise"])
    func `words that a grammar ignores are checked`(word: String) {
        #expect(throws: BoundedCropError.self) { try ImageFilters.refuseHiding(in: ["w_300", word]) }
        let others = ["g_face", "fit=facearea", "facepad=1.5", "c_fill", "blur=20", "hideNav=1", "mask=corners"]
        #expect(throws: Never.self) { try ImageFilters.refuseHiding(in: others) }
    }
}
