import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ServerNamesTests {
    @Test(
        "an unsafe local service answers only to this machine's names",
        arguments: [
            ("127.0.0.1:8888", true), ("localhost:8888", true), ("LOCALHOST", true), ("app.localhost:80", true), ("[::1]:8888", true),
            ("127.1.2.3", true), ("evil.example:8888", false), ("127.0.0.1.evil.example", false), ("localhost.evil.example", false),
            ("10.0.0.1", false), ("127.0.0.1.", false), ("", false), ("[::1].evil.example", false), ("localhost:80@evil.example", false),
            ("evil@localhost", false), ("localhost:99999", false), ("localhost:-1", false), ("[::1", false), ("::1", false),
            ("[::2]", false), ("localhost evil.example", false), ("localhost,evil.example", false), ("127.0.0.1:", true), (":80", false),
            ("127.0.0.256", false), ("localhost/", false), ("[::1]8888", false), ("[::1]:0", true),
        ]
    )
    func rebinding(authority: String, isAnswered: Bool) {
        let names = ServerNames(ServiceConfiguration())
        if isAnswered {
            #expect(throws: Never.self) { try names.check(authority) }
        } else {
            let error = #expect(throws: BoundedCropError.self) { try names.check(authority) }
            #expect(error?.code == .misdirectedRequest)
        }
    }

    @Test("only listed names are answered") func listed() throws {
        var configuration = ServiceConfiguration()
        configuration.host = "0.0.0.0"
        configuration.serverNames = ["Images.example.com"]
        let names = ServerNames(configuration)
        try names.check("images.example.com:443")
        #expect(throws: BoundedCropError.self) { try names.check("other.example.com") }
    }

    @Test("a service with signed URLs or for other machines answers to any name") func others() throws {
        var signed = ServiceConfiguration()
        signed.keys = ["secret"]
        try ServerNames(signed).check("anything.example")
        var open = ServiceConfiguration()
        (open.host, open.allowsUnsafe) = ("0.0.0.0", true)
        try ServerNames(open).check("anything.example")
    }
}
