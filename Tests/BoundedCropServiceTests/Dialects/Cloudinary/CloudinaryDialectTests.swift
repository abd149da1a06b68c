import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudinaryDialectTests {
    private static let secret = "an api secret of twenty bytes"
    private static let table = ClientTable("cloudinary")

    private func dialect(_ secrets: [String] = []) throws -> CloudinaryDialect {
        var configuration = ServiceConfiguration()
        configuration.dialects.cloudinarySecrets = secrets
        return try CloudinaryDialect(configuration)
    }

    private func meaning(_ path: String) throws -> String { try dialect().read(DialectTarget(path)).meaning }

    @Test(arguments: table.rows) func `URLs of Cloudinary's client mean what they say`(row: ClientTable.Row) throws {
        #expect(try dialect([Self.secret]).read(DialectTarget(row.url)).meaning == DialectRequest.canonicalText(row.meaning))
    }

    @Test(
        arguments: [
            ("c_fill,w_100,h_100,g_east", "100x100/right/a.jpg"), ("w_100,h_50", "100x50/filters:stretch()/a.jpg"),
            // As programs print a third.
            ("w_0.3333333333333333", "filters:scale(0.3333333333333333)/a.jpg"),
            ("c_crop,x_0.3333333333333333", "filters:region(33.3333p,0,100p,100p)/a.jpg"),
            ("w_1.0", "a.jpg"), ("w_0.5,h_0.5,c_fit", "filters:scale(0.5)/a.jpg"), ("w_400.0", "400x0/a.jpg"),
            ("c_crop,w_0.5,h_200,g_west", "left/filters:window(50p,200)/a.jpg"), ("c_crop,x_10", "filters:region(10,0,100p,100p)/a.jpg"),
            ("c_crop,w_200,g_north", "top/filters:window(200,0)/a.jpg"), ("ar_4:3,c_crop,h_300", "filters:window(400,300)/a.jpg"),
            ("c_crop,g_center,x_-10,y_0.1,w_9,h_9", "filters:window(9,9):offset(-10,10p)/a.jpg"),
            ("c_fill,g_auto:face,w_9,h_9", "9x9/smart/filters:scheme(largest):placement(center)/a.jpg"),
            ("c_fill,g_custom:faces,w_9,h_9", "9x9/smart/filters:placement(center):fallback(center)/a.jpg"),
            ("c_fill,g_auto:cat,w_9,h_9", "9x9/smart/filters:placement(center)/a.jpg\tignored: g_auto:cat"),
            ("c_fill,g_body,w_9,h_9", "9x9/a.jpg\tignored: g_body"),
            ("c_fill_pad,w_9,h_9", "9x9/smart/filters:placement(center):crop_fill(ffffff)/a.jpg"),
            ("c_auto_pad,g_auto,w_9,h_9,b_blurred", "9x9/smart/filters:placement(center):crop_fill(blur)/a.jpg"),
            ("c_fill_pad,g_faces,w_9,h_9,b_auto", "9x9/smart/filters:placement(center):crop_fill(edge):fallback(center)/a.jpg"),
            ("c_fill_pad,g_north,w_9,h_9,b_red", "9x9/top/filters:background_color(ff0000)/a.jpg"),
            ("c_pad,g_face,w_9,h_9", "fit-in/9x9/filters:upscale():extend(ffffff)/a.jpg\tignored: g_face"),
            ("c_thumb,w_9,h_9", "9x9/a.jpg"), ("c_thumb,g_auto,w_9,h_9", "9x9/smart/filters:zoom(0.6):placement(center)/a.jpg"),
            ("c_crop,g_face,w_9,z_2", "smart/filters:placement(center):window(9,0):scheme(largest):fallback(center)/a.jpg\tignored: z_2"),
            ("c_crop,g_face,w_9,h_9,x_5,z_0.5", "smart/filters:placement(center):window(9,9):scheme(largest):fallback(center)/a.jpg"),
            ("c_fill,w_9,h_9,x_5", "9x9/a.jpg\tignored: x_5"), ("dpr_2.0", "a.jpg\tignored: dpr_2.0"),
            ("c_fill,w_9,h_9,dpr_auto", "9x9/a.jpg\tignored: dpr_auto"), ("c_scale,w_0.5,dpr_3", "filters:scale(1.5)/a.jpg"),
            ("c_fill,w_100,h_100/dpr_2.0", "100x100/filters:scale(2)/a.jpg"),
            ("dpr_2.0/c_fill,w_100,h_100", "100x100/filters:scale(2)/a.jpg"),
            ("c_fill,w_1200/q_auto:best/f_auto/dpr_2.0", "1200x0/filters:scale(2):quality(90)/a.jpg"),
            ("w_0.5/dpr_3", "filters:scale(1.5)/a.jpg"),
            (
                "c_crop,w_30,h_30,x_1,y_1/c_fill,w_9,h_9/e_grayscale/f_auto,dpr_2",
                "9x9/filters:region(1,1,30,30):scale(2):grayscale()/a.jpg"
            ),
            ("w_9,dpr_2/dpr_3.0", "9x0/filters:scale(2)/a.jpg\tignored: dpr_3.0"), ("w_9/dpr_auto", "9x0/a.jpg\tignored: dpr_auto"),
            ("e_grayscale/dpr_2.0", "filters:grayscale()/a.jpg\tignored: dpr_2.0"),
            // The other lengths of the result have the same density.
            ("w_200,e_blur:300,dpr_2", "200x0/filters:scale(2):gaussian_blur(30)/a.jpg"),
            ("w_200,e_blur:2000,dpr_2", "200x0/filters:scale(2):gaussian_blur(150)/a.jpg"),
            ("w_200,r_20:10,dpr_1.5", "200x0/filters:scale(1.5):corner_radius(30,15,30,15)/a.jpg"),
            ("w_200,bo_5px_solid_red,dpr_2", "200x0/filters:scale(2):border(10,10,10,10,ff0000)/a.jpg"),
            ("w_200,e_pixelate:4,dpr_2", "200x0/filters:scale(2):pixelate(8)/a.jpg"),
            (
                "c_pad,w_90,h_60,g_north_west,x_5,y_6,dpr_2",
                "fit-in/90x60/filters:upscale():scale(2):extend(ffffff,left,top,10,12)/a.jpg"
            ),
            ("r_20,w_200/e_blur:300/dpr_2.0", "200x0/filters:scale(2):corner_radius(40):gaussian_blur(30)/a.jpg"),
            ("e_blur:300/c_fill,w_9,h_9/dpr_2", "filters:gaussian_blur(15)/then:/9x9/filters:scale(2)/a.jpg"),
            ("w_200,dpr_2/e_blur:300", "200x0/filters:scale(2):gaussian_blur(15)/a.jpg"),
            ("e_blur:300,dpr_2", "filters:gaussian_blur(15)/a.jpg\tignored: dpr_2"),
            ("w_200,w_400", "400x0/a.jpg"), ("c_fit,w_9,h_9,c_fill", "9x9/a.jpg"),
            ("r_0", "a.jpg"), ("r_1:2:3", "filters:corner_radius(1,2,3,2)/a.jpg"), ("o_100,a_0,a_360", "a.jpg"),
            ("a_-90", "filters:turn(270)/a.jpg"), ("a_auto_left", "a.jpg\tignored: a_auto_left"),
            ("b_rgb:ff000080", "filters:background_color(ff000080)/a.jpg"), ("q_80:444", "filters:quality(80)/a.jpg\tignored: q_80:444"),
            ("f_jxl", "filters:format(jxl)/a.jpg"), ("f_JXL", "filters:format(jxl)/a.jpg"), ("f_psd", "a.jpg\tignored: f_psd"),
            ("fl_force_strip", "filters:strip_exif():strip_icc()/a.jpg"),
            ("fl_keep_attribution", "filters:strip_exif(except_rights)/a.jpg"),
            ("fl_attachment:my_name", "filters:attachment():filename(my_name)/a.jpg"), ("d_default.jpg", "a.jpg\tignored: d_default.jpg"),
            ("w_9,zz_1", "9x0/a.jpg\tignored: zz_1"), ("e_blur,e_grayscale", "filters:gaussian_blur(5):grayscale()/a.jpg"),
            ("e_grayscale/c_fill,w_9,h_9", "filters:grayscale()/then:/9x9/a.jpg"), ("e_trim/c_fill,w_9,h_9", "trim:44/9x9/a.jpg"),
            ("e_trim:10:white", "trim:ffffff:44/a.jpg"), ("e_trim:10:rgb:f80", "trim:ff8800:44/a.jpg"),
            ("e_sepia", "filters:tint(704214cc)/a.jpg"), ("e_sepia:50", "filters:tint(70421480)/a.jpg"),
            ("c_crop,w_9,h_9,x_1,y_2/c_crop,w_5,h_5,x_1,y_2", "filters:region(1,2,9,9)/then:/filters:region(1,2,5,5)/a.jpg"),
            ("q_70/w_9/q_90", "9x0/filters:quality(90)/a.jpg"),
        ] as [(String, String?)]
    )
    func `transformations mean what the documentation says`(transformation: String, expected: String?) throws {
        let path = "image/upload/\(transformation)/a.jpg"
        guard let expected else { return expectError(.invalidURL) { _ = try meaning(path) } }
        #expect(try meaning(path) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        "w_0", "w_-1", "w_65536", "w_1e3", "w_nan", "w_", "w_99999999999999999999", "w_auto", "w_iw_div_2", "h_oh", "w_0.00000001", "w_1.5",
        "ar_0:1",
        "ar_1:2:3", "ar_x", "c_zoom", "c_mfit,w_9,h_9", "c_fill,w_0.5,h_9", "c_fit,w_0.5,ar_1", "c_fit,ar_1",
        "c_thumb,g_face,w_0.5,h_0.5",
        "g_%3Cb%3E", "z_0", "c_thumb,g_face,w_9,h_9,z_101", "dpr_11", "dpr_x", "r_-1", "r_1:2:3:4:5", "r_maximum", "bo_4px_dashed_red",
        "bo_4_solid_red",
        "bo_4px_solid_nocolor", "o_101", "a_x", "a_9999999999", "b_nocolor", "b_rgb:12345", "e_blur:0", "e_blur:2001", "e_blur:1.5", "e_",
        "e_bl%20ur",
        "e_colorize:50,co_nocolor", "e_trim:10:nocolor", "e_sepia:101", "q_0", "q_101", "q_x", "fl_attachment:a%2Fb", "fl_attachment:a)b",
        "w_9,,h_9", "w_9,", "w_9,h",
        "u_logo", "t_thumb",
        "if_w_gt_5", "$x_5", "fl_layer_apply", "x_1,y_-1,c_crop",
    ])
    func `what is malformed or would give another picture is an error that names it`(transformation: String) throws {
        expectError(.invalidURL) { _ = try meaning("image/upload/\(transformation)/a.jpg") }
    }

    @Test(arguments: [
        "", "image", "image/upload", "image/upload/", "image/upload/w_9/", "video/upload/a.jpg", "demo/raw/upload/a.jpg",
        "image/facebook/65646572251.jpg",
        "image/fetch/a.jpg", "image/fetch/w_9/ftp://example.com/a.jpg", "image/upload/https://example.com/a.jpg", "image/upload/%FF.jpg",
        "image/upload/a%00.jpg", "image/upload/w_9/%0A.jpg",
    ])
    func `other paths are errors`(path: String) throws {
        expectError(.invalidURL) { _ = try meaning(path) }
    }

    @Test(
        arguments: [
            ("image/fetch/https%3A%2F%2Fexample.com%2Fa.jpg", "https://example.com/a.jpg"),
            ("image/fetch/https:/example.com/a.jpg", "https://example.com/a.jpg"),
            ("image/fetch/w_9/https://example.com/a.jpg?x=1&_a=BAMAK&y=2", "9x0/https://example.com/a.jpg?x=1&y=2"),
            ("image/upload/a.jpg?_a=BAMAK", "a.jpg"), ("image/upload/c_fill%2Cw_9%2Ch_9/a.jpg", "9x9/a.jpg"),
            ("demo/image/upload/v1/w_9/a.jpg", "w_9/a.jpg"), ("image/upload/my_folder/w_9/a.jpg", "my_folder/w_9/a.jpg"),
            ("image/private/w_9/v2/b/a.jpg", "9x0/b/a.jpg"),
            ("image/image/upload/a.jpg", nil),
        ] as [(String, String?)]
    )
    func `the picture follows the transformations`(path: String, expected: String?) throws {
        guard let expected else { return expectError(.invalidURL) { _ = try meaning(path) } }
        #expect(try meaning(path) == DialectRequest.canonicalText(expected))
    }

    @Test func `chains are bounded`() throws {
        let step = "c_fill,w_9,h_9"
        let eight = Array(repeating: step, count: 8).joined(separator: "/")
        #expect(try dialect().read(DialectTarget("image/upload/\(eight)/a.jpg")).url.earlier.count == 7)
        for chain in [
            "\(eight)/\(step)", Array(repeating: "w_9", count: 2000).joined(separator: "/"),
            Array(repeating: "e_negate", count: 65).joined(separator: "/"),
        ] {
            expectError(.limitExceeded) { _ = try meaning("image/upload/\(chain)/a.jpg") }
        }
        let effects = Array(repeating: "e_negate", count: 33).joined(separator: ",")
        expectError(.limitExceeded) { _ = try meaning("image/upload/\(effects)/a.jpg") }
        expectError(.urlTooLong) { _ = try meaning("image/upload/" + String(repeating: "a", count: 9000)) }
    }
}
