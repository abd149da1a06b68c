import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct URLSafeBase64Tests {
    @Test(arguments: ["", "f", "fo", "foo", "foob", "~~~???", "ä", "\u{0}"])
    func `a text is read as it was written, with or without its padding`(text: String) {
        let written = URLSafeBase64.text(text.utf8)
        #expect(URLSafeBase64.string(written) == text)
        #expect(URLSafeBase64.string(written.replacing("=", with: "")) == text)
    }

    @Test(arguments: [
        "Zg=", "Zg===", "=Zg", "Z=g=", "Z", "Zh", "Zm9=", "Zm8==", "fn5+Pz8_", "fn5-Pz8/", "Zm 9v", "Zm9v\n", "Zm9v%3D", "Zm9v=", "====",
        "Zä",
        "\u{2160}m9v",
    ])
    func `other letters, wrong padding and unused bits that are set are refused`(text: String) {
        #expect(URLSafeBase64.bytes(text) == nil)
    }

    @Test func `bytes that are no text are only bytes`() {
        #expect(URLSafeBase64.bytes("__4") == [0xFF, 0xFE])
        #expect(URLSafeBase64.string("__4") == nil)
    }
}
