import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct LayerTests {
    private func cloudinary(_ path: String) throws -> String {
        try CloudinaryDialect(ServiceConfiguration()).read(DialectTarget("image/upload/\(path)/a.jpg")).meaning
    }

    private func imageKit(_ steps: String) throws -> String {
        try ImageKitDialect(ServiceConfiguration()).read(DialectTarget("tr:\(steps)/a.jpg")).meaning
    }

    @Test(arguments: [
        ("l_logo.png", "filters:watermark(logo.png,center,center,0)/a.jpg"),
        ("c_fill,w_300,h_200/l_logo.png/fl_layer_apply", "300x200/filters:watermark(logo.png,center,center,0)/a.jpg"),
        (
            "c_fill,w_300,h_200/l_team:logo.png/c_scale,w_60/o_50/fl_layer_apply,g_south_east,x_5,y_10",
            "300x200/filters:watermark(team/logo.png,-5,-10,50,20)/a.jpg"
        ),
        ("l_logo.png,g_north_west", "filters:watermark(logo.png,0,0,0)/a.jpg"),
        ("l_logo.png,g_south_east", "filters:watermark(logo.png,right,bottom,0)/a.jpg"),
        ("l_logo.png/fl_relative,w_0.25/fl_layer_apply,g_east,x_0.1", "filters:watermark(logo.png,-10p,center,0,25)/a.jpg"),
        ("l_logo.png,w_0.5,h_0.25,c_fit,fl_relative", "filters:watermark(logo.png,center,center,0,50,25)/a.jpg"),
        ("l_fetch:aHR0cHM6Ly9lLmNvbS9sLnBuZw==", "filters:watermark(https://e.com/l.png,center,center,0)/a.jpg"),
        ("l_logo.png/fl_layer_apply/e_grayscale", "filters:watermark(logo.png,center,center,0):grayscale()/a.jpg"),
        (
            "l_a.png/fl_layer_apply/l_b.png,g_north,y_3/w_9",
            "filters:watermark(a.png,center,center,0):watermark(b.png,center,3,0)/then:/9x0/a.jpg"
        ),
        (
            "c_pad,w_300,h_200,dpr_2/l_a.png,w_150,g_north",
            "fit-in/300x200/filters:upscale():scale(2):extend(ffffff):watermark(a.png,center,0,0,25)/a.jpg"
        ),
        ("w_200/e_blur/l_a.png,w_50", "200x0/filters:gaussian_blur(5):watermark(a.png,center,center,0,25)/a.jpg"),
    ])
    func `Cloudinary's layer is a picture with a place, a size and an opacity`(path: String, expected: String) throws {
        #expect(try cloudinary(path) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        ("l_text:Arial_40:Hello", "l_text"), ("l_video:clip", "l_video"), ("l_subtitles:a.srt", "l_subtitles"), ("u_logo.png", "u_logo"),
        ("l_a.png,e_grayscale", "e_grayscale"), ("l_a.png/r_max/fl_layer_apply", "r_max"),
        ("l_a.png/g_north,w_9/fl_layer_apply", "g_north"),
        ("l_a.png,w_0.5", "fl_relative"), ("l_a.png,w_60", "w_60"), ("c_fit,w_300,h_200/l_a.png,w_60", "w_60"),
        ("c_limit,w_300,h_200/l_a.png,w_60", "w_60"), ("c_fill,w_300,h_200,a_90/l_a.png,w_60", "w_60"),
        ("c_lfill,w_300,h_200/l_a.png,w_60", "w_60"), ("c_crop,x_0,w_300,h_200/l_a.png,w_60", "w_60"),
        ("c_fill,w_9,h_9,bo_4px_solid_red/l_a.png,w_5", "w_5"), ("w_9/l_a.png,h_5", "h_5"),
        ("w_9/l_a.png,w_10", "w_10"), ("w_9,h_9/l_a.png,w_3,h_3", "c_fit"), ("w_9,h_9/l_a.png,w_3,h_3,c_fill", "c_fill"),
        ("w_9/l_a.png,w_auto", "w_auto"), ("l_a.png,g_face", "g_face"), ("l_a.png,x_5", "x_5"), ("l_a.png,g_north,x_5", "x_5"),
        ("l_a.png,g_west,x_-5", "x_-5"), ("l_a.png,o_101", "o_101"), ("l_a.png/o_5/o_6/fl_layer_apply", "o_6"),
        ("l_a.png/fl_layer_apply.tiled", "fl_layer_apply"), ("l_a.png/l_b.png/fl_layer_apply/fl_layer_apply", "fl_layer_apply"),
        ("fl_layer_apply", "fl_layer_apply"), ("l_a::b", "l_a::b"), ("l_fetch:%21%21", "l_fetch"), ("l_fetch:YS5wbmc", "l_fetch"),
        ("l_fetch", "l_fetch"), ("l_a.png,$x_5", "$x_5"), ("l_a.png,if_w_gt_5", "if_w_gt_5"),
    ])
    func `other layers of Cloudinary are refused by name`(path: String, part: String) {
        expectError(.invalidURL, saying: part) { _ = try cloudinary(path) }
    }

    @Test(arguments: [
        ("l-image,i-logo.png,l-end", "filters:watermark(logo.png,center,center,0)/a.jpg"),
        (
            "w-300,h-200,l-image,i-team@@logo.png,w-60,lx-10,ly-N20,o-40,l-end",
            "300x200/filters:watermark(team/logo.png,10,-20,60,20)/a.jpg"
        ),
        ("l-image,i-@@logo.png,lfo-bottom_right,l-end,w-300", "300x0/filters:watermark(logo.png,right,bottom,0)/a.jpg"),
        ("l-image,i-logo.png,w-bw_mul_0.2,lx-bw_mul_0.5,l-end", "filters:watermark(logo.png,50p,0,0,20)/a.jpg"),
        ("l-image,i-logo.png,lfo-top,l-end:e-grayscale", "filters:watermark(logo.png,center,0,0):grayscale()/a.jpg"),
        ("l-image,ie-aHR0cHM6Ly9lLmNvbS9sLnBuZw==,l-end", "filters:watermark(https://e.com/l.png,center,center,0)/a.jpg"),
        ("w-90,h-90,l-image,i-a.png,w-9,h-9,c-at_max_enlarge,l-end", "90x90/filters:watermark(a.png,center,center,0,10,10)/a.jpg"),
        ("l-image,i-a.png,l-end:l-image,i-b.png,l-end", "filters:watermark(a.png,center,center,0):watermark(b.png,center,center,0)/a.jpg"),
    ])
    func `ImageKit's layer is a picture with a place, a size and an opacity`(steps: String, expected: String) throws {
        #expect(try imageKit(steps) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        ("l-text,i-Hello,l-end", "l-text"), ("l-video,i-a.mp4,l-end", "l-video"), ("l-image,i-a.png", "l-end"), ("l-end", "l-end"),
        ("l-image,l-end", "i-logo.png"), ("l-image,i-a.png,ie-YQ,l-end", "names one picture"), ("l-image,i-a.png,i-b.png,l-end", "i-b.png"),
        ("l-image,i-a.png,l-text,i-b,l-end,l-end", "no other layers"), ("l-image,i-a.png,l-end,l-image,i-b.png,l-end", "one layer"),
        ("l-image,i-a.png:w-9,l-end", "l-end"), ("l-image,i-a.png,e-grayscale,l-end", "e-grayscale"), ("l-image,i-a.png,r-5,l-end", "r-5"),
        ("l-image,i-a.png,w-60,l-end", "w-60"), ("w-30,l-image,i-a.png,w-60,l-end", "w-60"), ("l-image,i-a.png,w-0.5,l-end", "w-0.5"),
        ("l-image,i-a.png,w-bw_mul_2,l-end", "w-bw_mul_2"), ("l-image,i-a.png,w-bh_mul_0.5,l-end", "w-bh_mul_0.5"),
        ("l-image,i-a.png,lx-bw_div_2,l-end", "lx-bw_div_2"), ("l-image,i-a.png,lx-NN5,l-end", "lx-NN5"),
        ("l-image,i-a.png,lx--5,l-end", "lx--5"),
        ("l-image,i-a.png,lfo-top,lx-5,l-end", "lfo-top"), ("l-image,i-a.png,lfo-face,l-end", "lfo-face"),
        ("l-image,i-a.png,o-,l-end", "o-"),
        ("w-9,h-9,l-image,i-a.png,w-3,h-3,l-end", "c-at_max_enlarge"), ("l-image,ie-!!,l-end", "ie-"),
    ])
    func `other layers of ImageKit are refused by name`(steps: String, part: String) {
        expectError(.invalidURL, saying: part) { _ = try imageKit(steps) }
    }
}
