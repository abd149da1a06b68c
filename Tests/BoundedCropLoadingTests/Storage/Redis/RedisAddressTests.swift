import BoundedCrop
import BoundedCropLoading
import TestSupport
import Testing

@Suite struct RedisAddressTests {
    @Test func `an address names the server, the database and the prefix`() throws {
        let address = try RedisAddress("redis://user:s%40cret@cache.example:7000/3?prefix=photos%3A")
        #expect(address.host == "cache.example" && address.port == 7000 && address.database == 3)
        #expect(address.user == "user" && address.password == "s@cret" && address.prefix == "photos:")
    }

    @Test(arguments: ["redis://localhost", "redis://localhost/", "REDIS://localhost:6379/0", "redis://:@localhost"])
    func `what is left out has a default`(text: String) throws {
        #expect(try RedisAddress(text) == RedisAddress(host: "localhost"))
    }

    @Test func `an address of six parts is one host`() throws {
        let address = try RedisAddress("redis://:secret@[::1]:7000/1")
        #expect(address.host == "::1" && address.port == 7000)
        #expect(address.description == "redis://[::1]:7000/1")
    }

    @Test(arguments: ["redis://:secret@host:7/2?prefix=a%20b", "redis://user:secret@host"])
    func `its description has neither user nor password, and can be read`(text: String) throws {
        var address = try RedisAddress(text)
        #expect(!address.description.contains("secret") && !address.description.contains("user"))
        (address.user, address.password) = (nil, nil)
        #expect(try RedisAddress(address.description) == address)
    }

    @Test(arguments: [
        "", "redis", "redis://", "redis://:secret@", "http://:secret@host", "redis://:secret@host:0", "redis://:secret@host:70000",
        "redis://:secret@host/x", "redis://:secret@host/-1", "redis://:secret@host/99999999999", "redis://:secret@host/0?user=x",
        "redis://:secret@host/1/2", "redis://:secret secret@host", "rediss://:secret@host",
    ])
    func `an address that cannot be read is refused without showing it`(text: String) throws {
        let error = #expect(throws: BoundedCropError.self) { try RedisAddress(text) }
        #expect(error?.code == .invalidURL)
        #expect(error.map { "\($0)".contains("secret") } == false)
    }
}
