import BoundedCropService
import Testing

@Suite(.timeLimit(.minutes(15))) struct URLSignerTests {
    @Test(arguments: [
        ("my-security-key", "300x200/my.server.com/some/path/to/image.jpg", "8ammJH8D-7tXy6kU3lTvoXlhu4o="),
        ("MY-SECURITY-KEY", "200x300/myserver.com/myimg.jpg", "G_dykuWBGyEil5JnNh9cBke0Ajo="),
    ])
    func `signatures are those of thumbor`(key: String, instructions: String, signature: String) throws {
        let signer = try URLSigner(keys: [key])
        #expect(signer.signature(of: instructions) == signature)
        #expect(signer.sign("/" + instructions) == "/\(signature)/\(instructions)")
        #expect(signer.signedInstructions(of: RequestPath("/\(signature)/\(instructions)")) == instructions)
        #expect(signer.signedInstructions(of: RequestPath("/\(signature.dropLast())/\(instructions)")) == instructions)
    }

    /// Computed with Python's hmac.
    @Test func `SHA-256 is an option`() throws {
        let signer = try URLSigner(keys: ["my-security-key"], algorithm: .sha256)
        let instructions = "300x200/my.server.com/some/path/to/image.jpg"
        #expect(signer.signature(of: instructions) == "3QnVM3BeRl4S3bc29FfAryGF95aVByel9Bu_MPKAukY=")
        #expect(signer.signedInstructions(of: RequestPath(signer.sign(instructions))) == instructions)
        #expect(try URLSigner(keys: ["my-security-key"]).signedInstructions(of: RequestPath(signer.sign(instructions))) == nil)
    }

    @Test func `every key verifies and the first one signs`() throws {
        let (old, new) = (try URLSigner(keys: ["old"]), try URLSigner(keys: ["new", "old"]))
        #expect(new.signedInstructions(of: RequestPath(old.sign("a.jpg"))) == "a.jpg")
        #expect(try new.sign("a.jpg") == URLSigner(keys: ["new"]).sign("a.jpg"))
        #expect(old.signedInstructions(of: RequestPath(new.sign("a.jpg"))) == nil)
    }

    @Test(arguments: [
        "/unsafe/a.jpg", "/a.jpg", "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/b.jpg", "/AAAAAAAAAAAAAAAAAAAAAAAAAAA=/a.jpg", "/=/a.jpg", "//a.jpg", "",
        "/8ammJH8D-7tXy6kU3lTvoXlhu4o=/300x201/my.server.com/some/path/to/image.jpg",
    ])
    func `unsigned and wrongly signed paths are refused`(path: String) throws {
        #expect(try URLSigner(keys: ["my-security-key"]).signedInstructions(of: RequestPath(path)) == nil)
    }

    @Test(arguments: [
        ("300x200/http://a.com/b.jpg", "300x200/http:/a.com/b.jpg"),
        ("300x200/http://a.com/b.jpg", "300x200/http%3A%2F%2Fa.com%2Fb.jpg"),
        ("300x200/http%3A%2F%2Fa.com%2Fb.jpg", "300x200/http://a.com/b.jpg"),
        ("filters:blur(3,2):quality(80)/a.com/b.jpg", "filters%3Ablur%283%2C2%29%3Aquality%2880%29/a.com/b.jpg"),
        ("filters:blur(3)/https://a.com/b.jpg", "filters:blur(3)/https:/a.com/b.jpg"),
        ("filters:watermark(http://a.com/w.png,0,0,0)/http://a.com/b.jpg", "filters:watermark(http:/a.com/w.png,0,0,0)/http:/a.com/b.jpg"),
        ("a.com/b.jpg%3Fx=1", "a.com/b.jpg?x=1"), ("a.com/b.jpg?x=1", "a.com/b.jpg%3Fx=1"), ("a.com/b.jpg%3fx=1", "a.com/b.jpg%3Fx=1"),
        ("a.com/a b.jpg", "a.com/a%20b.jpg"), ("a.com/a%20b.jpg", "a.com/a b.jpg"), ("a.com/ä.jpg", "a.com/%C3%A4.jpg"),
        ("a.com/%C3%A4.jpg", "a.com/%c3%a4.jpg"),
    ])
    func `paths changed by proxies still verify as what was signed`(signed: String, received: String) throws {
        let signer = try URLSigner(keys: ["key"])
        let path = "/\(signer.signature(of: signed))/\(received)"
        #expect(signer.signedInstructions(of: RequestPath(path)) == signed)
    }

    @Test func `a query is dropped if only the path was signed, and kept if it was signed too`() throws {
        let signer = try URLSigner(keys: ["key"])
        for (signed, received) in [
            ("60x40/a.com/b.jpg", "60x40/a.com/b.jpg?x=1"), ("60x40/a.com/b.jpg", "60x40/a.com/b.jpg?"),
            ("a.com/b.jpg?x=1", "a.com/b.jpg?x=1"),
            ("a.com/b.jpg", "http%3A/a.com?/b.jpg"), ("a.com/b%20c.jpg", "a.com/b c.jpg?x=/y"),
        ] {
            let found = signer.signedInstructions(of: RequestPath("/\(signer.signature(of: signed))/\(received)"))
            #expect(found == (received.hasPrefix("http") ? nil : signed))
        }
    }

    @Test func `escaping a signed path again does not change its meaning`() throws {
        let signer = try URLSigner(keys: ["key"])
        let path = "/\(signer.signature(of: "a.com/a%20b.jpg"))/a.com/a%2520b.jpg"
        let signed = try #require(signer.signedInstructions(of: RequestPath(path)))
        #expect(try ImageURL(instructions: signed).image == "a.com/a b.jpg")
    }
}
