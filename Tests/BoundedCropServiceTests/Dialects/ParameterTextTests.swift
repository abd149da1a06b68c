import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ParameterTextTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("-1.5", -1.5), (".5", 0.5), ("5.", 5), ("0.3333333333333333", 1 / 3), ("-0", 0),
            ("123456789012345678901234567890", 1.2345678901234568e29),
        ] as [(String, Double)]
    )
    func `decimal numbers are read, with any number of digits`(text: String, number: Double) {
        #expect(ParameterText.number(text) == number)
        #expect(ParameterText.number(text, allowsExponents: true) == number)
    }

    @Test(arguments: [
        "", "-", ".", "-.", "1.2.3", "--1", "nan", "inf", "-infinity", "0x10", "1_0", " 1", "1 ", "1,5", "٣", "1\u{301}", "1e", "e5",
        "1e999",
        "1-1",
    ])
    func `what is no finite decimal number is refused`(text: String) {
        #expect(ParameterText.number(text) == nil)
        #expect(ParameterText.number(text, allowsExponents: true) == nil)
    }

    @Test(arguments: [("1e3", 1000), ("+5", 5), ("-2.5E-1", -0.25)] as [(String, Double)])
    func `exponents and plus signs are numbers where they are allowed`(text: String, number: Double) {
        #expect(ParameterText.number(text) == nil)
        #expect(ParameterText.number(text, allowsExponents: true) == number)
    }

    @Test func `numbers are written without exponents and needless zeros`() {
        for (number, text) in [
            (0.0, "0"), (-0.00001, "0"), (1.5, "1.5"), (-20, "-20"), (0.05, "0.05"), (99.99999, "100"), (1e300, "1000000000000"),
        ] {
            #expect(ParameterText.text(number) == text)
        }
        for number in [Double.nan, .infinity, -.infinity] { #expect(ParameterText.text(number) == "0") }
        #expect(ParameterText.text(1.0 / 3, decimals: 6) == "0.333333")
        #expect(ParameterText.text(2.5, decimals: 0) == "3")
        #expect(ParameterText.percent(0.125) == "12.5p")
    }

    @Test(arguments: [1.0 / 3, 0.1 + 0.2, 2.0 / 7, 0.999_999_9, 65_535, 12.5, 0])
    func `a number is written with the digits that it takes to read it as the same`(number: Double) {
        #expect(ParameterText.number(ParameterText.exact(number)) == number)
    }

    @Test func `a number has no more digits than it needs, and no exponent`() {
        for (number, text) in [(0.07, "0.07"), (4, "4"), (0.3, "0.3"), (1e-9, "0"), (-1e300, "-1000000000000"), (.nan, "0")] {
            #expect(ParameterText.exact(number) == text)
        }
    }
}
