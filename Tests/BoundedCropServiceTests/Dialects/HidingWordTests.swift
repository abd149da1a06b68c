import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering
import TestSupport
import Testing

@testable import BoundedCropService

/// Words that ask to hide something are never ignored.
@Suite(.timeLimit(.minutes(15))) struct HidingWordTests {
    @Test(arguments: [
        "redacted()", "anonymize()", "blur_faces(9)", "pixelate_faces()", "mask_faces()", "blur_detections(3)", "Redact()", "obscure(face)",
        "faces(blur)", "apply(pixelate,faces)",
    ])
    func `unknown filters that ask to hide are errors`(filter: String) async throws {
        let service = try await RunningService()
        for prefix in ["", "meta/", "9x9/then:/"] {
            let reply = try await service.get("/unsafe/\(prefix)30x30/filters:\(filter)/photos/obama.jpg")
            #expect(reply.status == 400 && reply.text.contains("may ask to hide"), "\(filter): \(reply.status) \(reply.text)")
        }
        #expect(try await service.get("/unsafe/30x30/filters:sparkle()/photos/obama.jpg").status == 200)
    }

    @Test func `how much is hidden is an error where nothing is hidden`() async throws {
        let service = try await RunningService()
        for word in ["sure", "likely", "anything"] {
            let reply = try await service.get("/unsafe/30x30/filters:hide(\(word))/photos/obama.jpg")
            #expect(reply.status == 400 && reply.text.contains("hide needs redact"), "\(reply.text)")
            let query = "/crop?size=30&effects=grayscale()&hide=\(word)"
            let upload = try await service.post(query, Fixture.bytes("photos/obama.jpg"))
            #expect(upload.status == 400 && upload.text.contains("hide needs effects with redact"), "\(upload.text)")
            for path in ["/plan?size=30&", "/detect?"] {
                let reply = try await service.post("\(path)hide=\(word)", [])
                #expect(reply.status == 400 && reply.text.contains("hide needs effects with redact"), "\(path): \(reply.text)")
            }
            for answer in ["picture", "plan", "overlay"] {
                let stage = #"{"crop": {"hide": "\#(word)"}, "steps": [{"effect": "grayscale()"}]}"#
                let redacted = #"{"steps": [{"effect": "redact(black)"}]}"#
                let json = #"{"source": "photos/obama.jpg", "request": {"stages": [\#(redacted), \#(stage)], "answer": "\#(answer)"}}"#
                let asked = try await service.post("/render", Array(json.utf8), ["content-type": "application/json"])
                #expect(
                    asked.status == 400 && asked.text.contains("request.stages[1].crop.hide: this needs a step with redact"),
                    "\(asked.text)"
                )
            }
        }
    }

    @Test(arguments: [
        "redact()", "redact(pixelate)", "redact(blur,25)", "redact(pixelate,10)", "redact(ff0000)", "redact_oval()", "redact_oval(black)",
        "redact_oval(pixelate,10)", "redact(,15)",
    ])
    func `imagor's forms hide with the usual margin`(filter: String) throws {
        let url = try ImageURL(instructions: "filters:\(filter)/x.jpg")
        guard case .effect(let effect)? = try url.request().last.steps.first, let redaction = effect as? Redact else {
            Issue.record("no redaction")
            return
        }
        #expect(redaction.margin == 0.3 && redaction.shape == .oval)
    }

    @Test(arguments: [("redact(blur,0.1)", 0.1), ("redact(blur,2)", 2.0)]) func `margins stay margins`(
        filter: String,
        margin: Double
    ) throws {
        guard case .effect(let effect)? = try ImageURL(instructions: "filters:\(filter)/x.jpg").request().last.steps.first else { return }
        #expect((effect as? Redact)?.margin == margin)
    }

    @Test(arguments: ["redact(blur,1,2)", "redact(blur,much)", "redact(blurry)", "redact_oval(blur,-1)"])
    func `misread redactions are errors`(filter: String) throws {
        #expect(throws: BoundedCropError.self) { try ImageURL(instructions: "filters:\(filter)/x.jpg").request() }
    }

    private static let hiding: [(Grammar, String)] = [
        (.thumbor, "/unsafe/filters:redact_all(black)/a.jpg"), (.thumbor, "/unsafe/filters:blur_all_faces()/a.jpg"),
        (.thumbor, "/unsafe/filters:hide(faces)/a.jpg"), (.thumbor, "/unsafe/filters:face_blur(3)/then:/9x9/a.jpg"),
        (.cloudinary, "/demo/image/upload/e_blur_region:900/a.jpg"), (.cloudinary, "/demo/image/upload/e_redact/a.jpg"),
        (.cloudinary, "/demo/image/upload/e_gen_remove:prompt_face/a.jpg"), (.imagekit, "/demo/tr:e-erase-person/a.jpg"),
        (.cloudinary, "/demo/image/upload/w_9/e_mask_faces/c_fill,w_9,h_9/a.jpg"),
        (.imgix, "/a.jpg?blur-faces=40"), (.imgix, "/a.jpg?redact=black"), (.imgix, "/a.jpg?\(fillers)faces-pixelate=1"),
        (.cloudflare, "/blur-faces=40/a.jpg"), (.cloudflare, "/redact=black/a.jpg"),
        (.cloudflare, "/\(fillers.replacing("&", with: ","))anonymize=1/a.jpg"),
        (.imagekit, "/demo/tr:e-blurfaces/a.jpg"), (.imagekit, "/demo/tr:w-9:e-obscure/a.jpg"),
        (.imgproxy, "/unsafe/pixelate_faces:9/plain/a.jpg"), (.imgproxy, "/unsafe/blur_detections:9:dog/plain/a.jpg"),
        (.iiif, "/a.jpg/full/max/0/default.jpg?redact=black"),
        // Queries of grammars without words in a query.
        (.thumbor, "/unsafe/300x200/a.jpg?redact=black"), (.thumbor, "/unsafe/http://host/a.jpg?w=9&blur_f%61ces=1"),
        (.cloudinary, "/demo/image/upload/w_9/a.jpg?e=pixelate_faces"), (.cloudflare, "/w=9/a.jpg?redact=black"),
        (.imagekit, "/demo/a.jpg?tr=w-9&redact=black"), (.imgproxy, "/unsafe/w:9/plain/a.jpg?redact=black"), (.imgix, "/a.jpg?faces=blur"),
    ]
    /// More than a header names.
    private static let fillers = (0..<40).map { "unknown\($0)=1&" }.joined()

    @Test(arguments: hiding)
    func `an unknown word that asks to hide is an error in every grammar`(grammar: Grammar, url: String) throws {
        let reader = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: grammar)])
        let error = #expect(throws: BoundedCropError.self) { try reader.read(url) }
        // imgproxy's unknown options and imgix' wrong values are invalid anyway.
        let isInvalid = grammar == .imgproxy && !url.contains("?") || url.contains("faces=blur")
        #expect(error?.code == (isInvalid ? .invalidURL : .invalidFilter), "\(error?.message ?? "")")
    }

    @Test(arguments: ["/unsafe/9x9/http://host/a.jpg%3Fredact=black", "/unsafe/9x9/http://host/a.jpg?version=2"])
    func `a query of the picture's own is left to it`(url: String) throws {
        let reading = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: .thumbor)]).read(url)
        #expect(reading.request.image.contains("a.jpg?"))
    }

    @Test func `the table has every grammar`() {
        #expect(Set(Self.hiding.map(\.0)) == Set(Grammar.allCases))
    }

    /// Words of grammars are checked where all of them meet, before anything is answered.
    @Test(arguments: ["e_blur_region:300", "blur_faces=9", "redact:1", "e-pixelateFaces", "x-anonymise"])
    func `words that a grammar ignores are checked`(word: String) {
        #expect(throws: BoundedCropError.self) { try HidingWords.refuse(in: ["w_300", word]) }
        let others = ["g_face", "fit=facearea", "facepad=1.5", "c_fill", "blur=20", "hideNav=1", "e_background_removal", "mask=corners"]
        #expect(throws: Never.self) { try HidingWords.refuse(in: others) }
    }
}
