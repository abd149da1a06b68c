import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImageKitDialectTests {
    private static let key = "a private key of 24 bytes"
    private static let table = ClientTable("imagekit")

    private func dialect(_ keys: [String] = [], id: String = "demo") throws -> ImageKitDialect {
        var configuration = ServiceConfiguration()
        (configuration.dialects.imageKitKeys, configuration.dialects.imageKitID) = (keys, id)
        return try ImageKitDialect(configuration)
    }

    private func meaning(_ path: String) throws -> String { try dialect().read(DialectTarget(path)).meaning }

    @Test(arguments: table.rows) func `URLs of ImageKit's client mean what they say`(row: ClientTable.Row) throws {
        #expect(try dialect([Self.key]).read(DialectTarget(row.url)).meaning == DialectRequest.canonicalText(row.meaning))
    }

    @Test(arguments: [
        ("w-9,h-9,fo-right", "9x9/right/a.jpg"), ("h-0.25", "filters:scale(0.25)/a.jpg"),
        ("w-0.5,h-0.5,c-at_max", "filters:scale(0.5)/a.jpg"),
        ("w-100,ar-4_3", "100x75/a.jpg"), ("w-9,h-9,ar-4-3", "9x9/a.jpg"), ("w-9,h-9,cm-resize", "9x9/a.jpg"),
        ("w-0.5,cm-extract", "filters:window(50p,0)/a.jpg"), ("cm-extract,x-1", "filters:region(1,0,100p,100p)/a.jpg"),
        ("w-9,h-9,x-1", "9x9/a.jpg\tignored: x-1"),
        ("w-9,h-9,fo-face,z-5", "9x9/smart/filters:scheme(largest):placement(center):fallback(center):zoom(1)/a.jpg"),
        ("w-9,fo-face,z-2", "9x0/a.jpg"), ("w-9,h-9,z-2", "9x9/a.jpg\tignored: z-2"),
        ("w-9,h-9,fo-custom", "9x9/a.jpg\tignored: fo-custom"),
        ("w-9,h-9,cm-pad_resize,fo-face", "fit-in/9x9/filters:upscale():extend(000000)/a.jpg\tignored: fo-face"),
        ("w-9,h-9,cm-pad_resize,bg-blurred", "fit-in/9x9/filters:upscale():extend(blur)/a.jpg"),
        ("w-9,h-9,cm-pad_resize,bg-dominant", "fit-in/9x9/filters:upscale():extend(auto)/a.jpg"),
        ("dpr-2", "a.jpg\tignored: dpr-2"), ("w-9,dpr-auto", "9x0/a.jpg\tignored: dpr-auto"), ("rt-auto", "a.jpg"), ("rt-360", "a.jpg"),
        ("r-5", "filters:corner_radius(5)/a.jpg"), ("r-5,b-1_000000", "filters:corner_radius(5)/a.jpg\tignored: b-1_000000"),
        ("b-1-FF0000", "filters:border(1,1,1,1,ff0000)/a.jpg"), ("bg-blurred_10", "a.jpg\tignored: bg-blurred_10"),
        ("f-orig", "a.jpg\tignored: f-orig"),
        ("orig-false", "a.jpg"), ("orig-true,w-9:e-grayscale", "filters:raw()/a.jpg"),
        ("cp-false,md-false", "filters:strip_exif():strip_icc()/a.jpg"),
        ("cp-true,md-true", "a.jpg\tignored: cp-true md-true"), ("e-bgremove", "a.jpg\tignored: e-bgremove"),
        ("e-colorize", "filters:colorize(100,100,100,808080)/a.jpg"),
        ("t-false", "a.jpg"), ("di-x.jpg,w-9", "9x0/a.jpg\tignored: di-x.jpg"), ("w-9:", "9x0/a.jpg"), ("t-5:w-9", "trim:22/9x0/a.jpg"),
        ("e-grayscale:w-9,h-9", "filters:grayscale()/then:/9x9/a.jpg"),
    ])
    func `transformations mean what the documentation says`(transformation: String, expected: String) throws {
        for path in [
            "tr:\(transformation)/a.jpg", "a.jpg?tr=\(transformation)", "demo/tr%3A\(transformation)/a.jpg",
            "demo/a.jpg?x=1&tr=tr:\(transformation)",
        ] {
            #expect(try meaning(path) == DialectRequest.canonicalText(expected))
        }
    }

    @Test(arguments: [
        "w-0", "w--1", "w-65536", "w-1e3", "w-nan", "w-", "w", "-w", "w-99999999999999999999", "w-auto", "w-iw_div_2", "w-0.00000001",
        "w-10.5",
        "ar-4-3", "w-9,ar-4", "w-9,ar-0-1", "w-9,ar-iar_div_2", "w-0.5,ar-1-1", "c-zoom,w-9", "cm-zoom,w-9",
        "cm-pad_extract_no_shrink,w-9,h-9", "w-9,h-9,c-force,cm-extract",
        "w-9,h-9,cm-pad_extract,dpr-2", "w-9,cm-pad_extract", "w-9,h-9,fo-face,c-maintain_ratio_no_enlarge", "w-9,h-9,fo-9", "z-0",
        "w-9,dpr-6", "w-0.5,h-9",
        "w-9,w-8", "bl-0", "bl-101", "b-5", "b-x_FF0000", "b-5_nocolor", "bg-nocolor", "r--1", "r-1_2", "rt-x", "fl-x", "o-101", "t-0",
        "t-100", "q-0",
        "q-101", "orig-yes", "e-usm-1-2", "e-usm-1-2-3-x", "e-shadow-bl", "e-shadow-bl-16", "e-sharpen-x", "e-colorize-in-101",
        "n-thumb",
        "if-w_gt_5", "w-9,,h-9", "w-9,cm-extract,x--1", "e-colorize-co-red_co-blue",
    ])
    func `what is malformed or would give another picture is an error that names it`(transformation: String) throws {
        expectError(.invalidURL) { _ = try meaning("tr:\(transformation)/a.jpg") }
    }

    @Test(arguments: [
        "", "demo/", "tr:w-9", "tr:w-9/", "?tr=w-9", "tr:w-9/a.jpg?tr=h-9", "tr:w-9/tr:h-9/a.jpg", "a.jpg?tr=w-9&tr=h-9", "%FF.jpg",
        "a%00.jpg", "a.jpg?tr=%FF",
        "a.jpg?ik-attachment-name=a%2Fb", "a.jpg?ik-t=x", "a.jpg?ik-t=0", "a.jpg?ik-t=99999999999999999999", "a.jpg?ik-t=-1",
    ])
    func `other URLs are errors`(path: String) throws {
        let isAPicture = path == "tr:w-9"
        if isAPicture { return #expect(try meaning(path) == "tr:w-9") }
        expectError(.invalidURL) { _ = try meaning(path) }
    }

    @Test(arguments: [
        ("tr:w-9/https://example.com/a.jpg", "9x0/https://example.com/a.jpg"),
        ("tr:w-9/https:/example.com/a.jpg", "9x0/https://example.com/a.jpg"),
        ("tr:w-9/https%3A%2F%2Fexample.com%2Fa.jpg%3Fx=1", "9x0/https://example.com/a.jpg?x=1"),
        ("folder/tr:w-9/a%20b.jpg", "9x0/folder/a b.jpg"),
        ("demo/demo/a.jpg", "demo/a.jpg"), ("other/a.jpg", "other/a.jpg"), ("a.jpg?updatedAt=5&v=1", "a.jpg"),
        ("a.jpg?ik-attachment=true&ik-attachment-name=photo.jpg", "filters:attachment():filename(photo)/a.jpg"),
        ("a.jpg?ik-attachment=false", "a.jpg"),
        ("a.jpg?ik-t=2000000000", "filters:expires(2000000000)/a.jpg"), ("a.jpg?ik-t=9999999999", "a.jpg"),
    ])
    func `the picture is the rest of the path`(path: String, expected: String) throws {
        #expect(try meaning(path) == DialectRequest.canonicalText(expected))
    }

    @Test func `chains are bounded`() throws {
        let eight = Array(repeating: "w-9,h-9", count: 8).joined(separator: ":")
        #expect(try dialect().read(DialectTarget("tr:\(eight)/a.jpg")).url.earlier.count == 7)
        for chain in [
            "\(eight):w-9", Array(repeating: "w-9", count: 1900).joined(separator: ":"),
            Array(repeating: "e-grayscale", count: 33).joined(separator: ","),
        ] {
            expectError(.limitExceeded) { _ = try meaning("tr:\(chain)/a.jpg") }
        }
        expectError(.urlTooLong) { _ = try meaning(String(repeating: "a", count: 9000)) }
    }
}
