import BoundedCropImaging
import Testing

@Suite struct ColorTextTests {
    @Test(arguments: [
        ("red", "#ff0000"), ("RebeccaPurple", "#663399"), (" lightgoldenrodyellow\n", "#fafad2"), ("grey", "#808080"), ("gray", "#808080"),
        ("transparent", "#00000000"), ("#f80", "#ff8800"), ("#F80c", "#ff8800cc"), ("#a1B2c3", "#a1b2c3"), ("#a1b2c3ff", "#a1b2c3"),
        ("#a1b2c300", "#a1b2c300"), ("rgb(1,2,3)", "#010203"), ("rgba( 255 , 0 , 51 , 0.2 )", "#ff003333"),
        ("rgb(100%, 0%, 20%)", "#ff0033"),
        ("RGBA(100%,0%,20%,20%)", "#ff003333"), ("rgb(255 0 51)", "#ff0033"), ("rgb(255 0 51 / 20%)", "#ff003333"),
        ("rgba(10,20,30)", "#0a141e"), ("rgb(1e2, 0, 0)", "#640000"), ("color(srgb 1 0 0.2)", "#ff0033"),
        ("color(srgb 0.1 0.25 0.7 / 0.3)", "color(srgb 0.1 0.25 0.7 / 0.3)"), ("rgba(0, 0, 0, 0.5)", "color(srgb 0.0 0.0 0.0 / 0.5)"),
    ])
    func parses(text: String, canonical: String) {
        #expect(Color(text)?.description == canonical)
        #expect(Color(canonical)?.description == canonical)
    }

    @Test(arguments: [
        "", "#", "#1", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#+12", "#١٢٣", "redd", "re d", "rgb", "rgb(", "rgb()",
        "rgb(1,2)",
        "rgb(1,2,3,4,5)", "rgb(1,2,3", "rgb(256,0,0)", "rgb(-1,0,0)", "rgb(nan,0,0)", "rgb(inf,0,0)", "rgb(0x10,0,0)", "rgb(101%,0%,0%)",
        "rgba(0,0,0,1.1)", "rgba(0,0,0,-0.1)", "rgba(0,0,0,)", "rgb(1 2 3 4)", "rgb(1 2 3 / 1 / 1)", "rgb(1 2 3 /)", "hsl(0,0%,0%)",
        "rgb(1,,2)", "rgb(%,0,0)", "color(srgb 1 0)", "color(srgb 1, 0, 0)", "color(p3 1 0 0)", "color(srgb 2 0 0)", "rgb(1,2,3) x",
    ])
    func refuses(text: String) {
        #expect(Color(text) == nil)
    }

    @Test(arguments: [("f80", "#f80"), ("FF8800cc", "#ff8800cc"), ("#f80", "#f80"), ("red", "red"), ("rgb(1,2,3)", "rgb(1,2,3)")])
    func theNumberSignMayBeOmitted(text: String, whole: String) {
        #expect(Color(abbreviated: text) == Color(whole))
    }

    @Test(arguments: ["", "#", "##f80", "f8", "12345", "redd"]) func otherTextIsNilWithOrWithoutTheSign(text: String) {
        #expect(Color(abbreviated: text) == nil)
    }

    @Test func everyLevelRoundTrips() {
        for level in 0...255 {
            let value = Double(level) / 255
            for color in [Color(red: value, green: 0, blue: 1), Color(red: 0, green: value, blue: 0, alpha: value)] {
                #expect(color.description.hasPrefix("#"))
                #expect(Color(color.description) == color)
            }
        }
    }

    @Test func fractionsOfLevelsRoundTripToTheLastDigit() {
        for value in [0.1, 1.0 / 3, 1e-7, .leastNonzeroMagnitude, 0.9999999999999999] {
            let color = Color(red: value, green: 1 - value, blue: 0.5, alpha: value)
            #expect(Color(color.description) == color)
        }
    }

    @Test func constantsMatchTheNamesOfCSS() {
        let named: [(String, Color)] = [
            ("black", .black), ("white", .white), ("red", .red), ("green", .green), ("blue", .blue), ("lime", .lime), ("cyan", .cyan),
            ("magenta", .magenta), ("yellow", .yellow), ("orange", .orange), ("purple", .purple), ("gray", .gray), ("transparent", .clear),
        ]
        for (name, color) in named { #expect(Color(name) == color) }
    }
}
