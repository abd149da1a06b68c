import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxySizeTests {
    private static let source = "/plain/http://a.com/b.jpg"

    private func text(_ options: String) throws -> String {
        let text = try ImgproxyReading().text(options + Self.source)
        #expect(text.hasSuffix("http://a.com/b.jpg"))
        return String(text.dropLast("http://a.com/b.jpg".count))
    }

    private static func canonical(_ parts: String) throws -> String {
        String(try DialectRequest.canonicalText(parts + "x").dropLast())
    }

    @Test(arguments: [
        ("rs:fit:300:200", "fit-in/300x200/"), ("resize:fit:300:200:1", "fit-in/300x200/filters:upscale()/"),
        ("rs:fit:300:0", "fit-in/300x0/"), ("w:300", "fit-in/300x0/"), ("h:200", "fit-in/0x200/"), ("s:300:200", "fit-in/300x200/"),
        ("size:300:200:1", "fit-in/300x200/filters:upscale()/"), ("width:300/height:200/enlarge:t", "fit-in/300x200/filters:upscale()/"),
        ("rs:fill:300:400:0", "300x400/filters:no_upscale()/"), ("rs:fill:300:400:1", "300x400/"), ("rs:fill:300:0:1", "300x0/"),
        ("rt:fill/w:300/h:400", "300x400/filters:no_upscale()/"), ("h:400/w:300/resizing_type:fill", "300x400/filters:no_upscale()/"),
        ("rs:fill-down:300:400", "300x400/filters:no_upscale(aspect)/"), ("rs:fill-down:300:400:1", "300x400/"),
        ("rs:force:300:400", "300x400/filters:stretch():no_upscale(aspect)/"), ("rs:force:300:400:1", "300x400/filters:stretch()/"),
        ("rs:force:300:0:1", "300xorig/filters:stretch()/"), ("rs:auto:300:400", "300x400/filters:auto_fit():no_upscale()/"),
        ("rs:auto:300:400:true", "300x400/filters:auto_fit():upscale()/"), ("rs:auto:0:0:0", ""), ("rs:", ""), ("rs::300", "fit-in/300x0/"),
        ("rs:fill:300:400:1/el:0", "300x400/filters:no_upscale()/"), ("el:1/rs:fill:300:400", "300x400/"), ("w:300/w:0", ""),
    ])
    func `resizing types keep or change the aspect as in imgproxy`(options: String, expected: String) throws {
        #expect(try text(options) == Self.canonical(expected))
    }

    @Test(arguments: [
        ("rs:fill:300:200:1/dpr:2", "600x400/"), ("rs:fill:300:200/dpr:2", "300x200/filters:density(2):no_upscale()/"),
        ("rs:fit:300:200/dpr:1.5", "fit-in/450x300/"), ("rs:fit:300:200/z:2", "fit-in/600x400/"), ("z:0.5", "filters:scale(0.5)/"),
        ("zoom:2", ""), ("zoom:2/el:1", "filters:scale(2)/"), ("dpr:2/el:1/zoom:1.5", "filters:scale(3)/"),
        ("rs:force:100:100:1/zoom:2:3", "200x300/filters:stretch()/"), ("rs:force:100:0:1/dpr:2", "100xorig/filters:stretch():scale(2)/"),
        ("rs:fill:1:1:1/z:0.001", "1x1/filters:scale(0.001)/"), ("mw:500", "filters:at_least(500,0)/"),
        ("min-height:50/dpr:2/el:1", "filters:scale(2):at_least(0,100)/"),
        ("rs:fit:300:200/min-width:250/mh:100", "fit-in/300x200/filters:at_least(250,100)/"),
        ("pd:10/dpr:2", "filters:border(10,10,10,10)/"), ("pd:10/dpr:2/el:1", "filters:scale(2):border(20,20,20,20)/"),
        ("w:80/dpr:2/pd:10", "fit-in/80x0/filters:density(2):border(10,10,10,10)/"),
        ("fl:1/dpr:1", "-0x0/"), ("fl:1:1/rs:fill:300:200:1", "-300x-200/"),
        ("fl::1/rs:fit:300:200", "fit-in/300x-200/"),
    ])
    func `factors multiply the size`(options: String, expected: String) throws {
        #expect(try text(options) == Self.canonical(expected))
    }

    @Test(arguments: [
        ("rs:fill:300:400:1/g:no", "300x400/top/"), ("rs:fill:300:400:1/gravity:soea", "300x400/right/bottom/"),
        ("rs:fill:300:400:1/g:ce", "300x400/"), ("rs:fill:300:400:1/g:we:0.1", "300x400/left/filters:offset(10p,0)/"),
        ("rs:fill:300:400:1/g:ce:-0.25:0.125", "300x400/filters:offset(-25p,12.5p)/"),
        ("rs:fill:300:400:1/g:nowe:10:20", "full-fit-in/300x400/then:/300x400/left/top/filters:offset(10,20)/"),
        (
            "rs:fill:300:400/g:no:0:20/dpr:2",
            "full-fit-in/300x400/filters:density(2):no_upscale()/then:/300x400/top/filters:density(2):no_upscale():offset(0.5,20)/"
        ),
        ("rs:fill:300:400:1/g:fp:0.5:0.75", "300x400/filters:focal_point(50p,75p)/"), ("rs:fill:300:400:1/g:sm", "300x400/smart/"),
        ("rs:fill:300:400:1/g:obj:face", "300x400/smart/"), ("rs:fill:300:400:1/g:obj", "300x400/smart/"),
        ("rs:fill:300:400:1/g:obj:all", "300x400/smart/"), ("rs:fill:300:400:1/g:obj:dog:cat", "300x400/smart/filters:keep(dog,cat)/"),
        ("rs:fill:300:400:1/g:objw:face:3:dog:0.5", "300x400/smart/filters:keep(face:3,dog:0.5)/"),
        ("rs:fill:300:400:1/g:objw:face:3:face:1", "300x400/smart/"),
        ("rs:fill:300:400:1/g:obj:hot%20dog", "300x400/smart/filters:keep(hot%20dog)/"),
        ("rs:fill:300:400:1/g:obj:face/crop_objects:1.25", "300x400/smart/filters:zoom(0.8)/"),
        ("rs:fill:300:400:1/crop_objects:1", "300x400/smart/filters:fallback(center):zoom(1)/"),
        ("rs:fit:300:400/g:sm", "fit-in/300x400/"), ("g:sm", ""), ("rs:fill:300:0:1/g:sm", "300x0/"),
        ("fl:1/rs:fill:300:400:1/g:we:0.1:0", "-300x400/right/filters:offset(10p,0)/"),
        ("fl:1/rs:fill:300:400:1/g:no:0.1:0", "-300x400/top/filters:offset(-10p,0)/"),
        ("fl:0:1/rs:fill:300:400:1/g:fp:0.2:0.3", "300x-400/filters:focal_point(20p,70p)/"),
    ])
    func `gravity says what is kept`(options: String, expected: String) throws {
        #expect(try text(options) == Self.canonical(expected))
    }

    @Test(arguments: [
        ("c:200:100", "filters:window(200,100):offset(0.5,0.5)/"), ("crop:0.5:0.25", "filters:window(50p,25p):offset(0.5,0.5)/"),
        ("c:200", "filters:window(200,0):offset(0.5,0.5)/"),
        ("c:0:0", ""), ("c:1e-9:0", "filters:window(0.0001p,0):offset(0.5,0.5)/"),
        ("c:200:100:nowe:10:20", "left/top/filters:window(200,100):offset(10,20)/"),
        ("c:200.9:100", "filters:window(200,100):offset(0.5,0.5)/"),
        ("c:200:100/g:so", "bottom/filters:window(200,100):offset(0.5,0)/"), ("c:200:100:sm", "smart/filters:window(200,100)/"),
        ("crop:256:256/g:obj:face", "smart/filters:window(256,256)/"),
        ("c:200:100/rs:fit:50:50", "filters:window(200,100):offset(0.5,0.5)/then:/fit-in/50x50/"),
        ("c:200:100:no/rs:fill:50:50:1/g:so", "top/filters:window(200,100):offset(0.5,0)/then:/50x50/bottom/"),
        ("rs:fill:50:50:1/c:200:100/g:sm", "smart/filters:window(200,100)/then:/50x50/smart/"),
        ("car:1.5", "filters:aspect(1.5:1)/"), ("crop_ar:1.5/c:0:0:no/rs:fit:30:30", "top/filters:aspect(1.5:1)/then:/fit-in/30x30/"),
        ("c:300:300/car:2", "filters:window(300,150):offset(0.5,0.5)/"), ("c:300:300/car:2:1", "filters:window(600,300):offset(0.5,0.5)/"),
        ("t:10", "trim:10:channels/"), ("trim:0", "trim:0:channels/"), ("t:", ""), ("t:10:/rs:fit:30:30", "trim:10:channels/fit-in/30x30/"),
        ("t:900", "trim:255:channels/"), ("t:10.9", "trim:10:channels/"), ("t:0.5", "trim:0:channels/"),
        ("t:10:FFF", "trim:ffffff:10:channels/"),
        ("rot:90", "filters:turn(90)/"), ("rot:-90", "filters:turn(270)/"), ("rotate:360", ""),
        ("rot:180/bl:2", "filters:turn(180):gaussian_blur(2)/"),
        ("t:5/rot:90/rs:fill:30:20:1/g:sm", "trim:5:channels/filters:turn(90)/then:/30x20/smart/"),
        ("rot:90/c:10:20/w:5", "filters:turn(90)/then:/filters:window(10,20):offset(0.5,0.5)/then:/fit-in/5x0/"),
    ])
    func `areas are cut out before the picture is resized`(options: String, expected: String) throws {
        #expect(try text(options) == Self.canonical(expected))
    }
}
