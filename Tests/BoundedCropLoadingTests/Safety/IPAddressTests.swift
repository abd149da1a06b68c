import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct IPAddressTests {
    @Test(arguments: ["127.0.0.1", "8.8.8.8", "::", "::1", "2001:db8::1", "fe80::1", "::ffff:1.2.3.4"])
    func addressesAreParsedAndFormatted(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == text)
        #expect(address.bytes.count == (text.contains(":") ? 16 : 4))
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4:80", "[::1]", "::1%eth0", ":::", "localhost", "0x7f.1", "1.2.3.4/8"])
    func invalidAddressesAreNil(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "3ffe::1",
    ])
    func publicAddresses(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1",
        "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "100::1",
        "2001::1", "2001:0:4136:e378::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "2002:808:808::1", "3fff::1",
        "4000::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
    ])
    func specialAddressesAreNotPublic(_ text: String) throws {
        #expect(try !#require(IPAddress(text)).isPublic)
    }

    @Test(arguments: [
        ("10.1.0.0/16", "10.1.255.255", true), ("10.1.0.0/16", "10.2.0.0", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "::1", false),
        ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false), ("2001:db8::/32", "2001:db8:ffff::", true),
        ("2001:db8::/33", "2001:db8:8000::", false), ("::1/128", "::1", true), ("::/0", "::ffff:1.2.3.4", true),
    ])
    func rangesContainAddressesWithTheSamePrefix(_ range: String, _ address: String, _ isInside: Bool) throws {
        #expect(try AddressRange(range).contains(#require(IPAddress(address))) == isInside)
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0/8", "10.0.0.0/8/8", "10.0.0.0/x", "example.com",
    ])
    func invalidRangesAreNil(_ text: String) {
        expectError(.invalidArgument) { _ = try AddressRange(text) }
    }

    @Test func allSpecialRangesAreParsed() {
        #expect(AddressRange.specialIPv4.count == 15)
        #expect(AddressRange.specialIPv6.count == 4)
    }
}
