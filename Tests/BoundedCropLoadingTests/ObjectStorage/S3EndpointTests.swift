import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct S3EndpointTests {
    private func place(_ bucket: String, _ endpoint: String? = nil, region: String = "eu-west-1", pathStyle: Bool? = nil) throws -> String {
        var configuration = S3Configuration()
        configuration.endpoint = try endpoint.map { text in
            guard let url = URL(string: text) else { throw BoundedCropError(.invalidArgument, "no URL, and no endpoint") }
            return url
        }
        configuration.usesPathStyle = pathStyle
        let endpoint = try S3Endpoint(of: bucket, in: region, configuration)
        return "\(endpoint.scheme)://\(endpoint.host)\(endpoint.path(of: "k"))"
    }

    @Test func amazonsBucketsArePartOfTheNameIfTheyCanBe() throws {
        #expect(try place("photos") == "https://photos.s3.eu-west-1.amazonaws.com/k")
        #expect(try place("photos", region: "cn-north-1") == "https://photos.s3.cn-north-1.amazonaws.com.cn/k")
        #expect(try place("photos", "https://s3.eu-west-1.amazonaws.com") == "https://photos.s3.eu-west-1.amazonaws.com/k")
        for bucket in ["pho.tos", "Photos", "pho_tos", "photos-", String(repeating: "x", count: 64)] {
            #expect(try place(bucket) == "https://s3.eu-west-1.amazonaws.com/\(bucket)/k")
        }
        #expect(try place("photos", pathStyle: true) == "https://s3.eu-west-1.amazonaws.com/photos/k")
    }

    @Test func otherServersGetTheBucketInThePathUnlessSet() throws {
        #expect(try place("photos", "http://127.0.0.1:9000") == "http://127.0.0.1:9000/photos/k")
        #expect(try place("photos", "http://[::1]:9000/") == "http://[::1]:9000/photos/k")
        #expect(try place("photos", "https://Storage.Example.com:443/base/") == "https://storage.example.com/base/photos/k")
        #expect(try place("photos", "https://storage.example.com", pathStyle: false) == "https://photos.storage.example.com/k")
        #expect(try place("photos", "https://notamazonaws.com") == "https://notamazonaws.com/photos/k")
    }

    @Test(arguments: [
        "ftp://storage.example.com", "storage.example.com", "http://", "http:///x", "https://u:p@storage.example.com", "http://h:0",
        "http://h:70000",
        "http://h/?x=1", "http://h/#x", "file:///tmp", "127.0.0.1:9000",
    ])
    func whatIsNoEndpointIsRefused(_ endpoint: String) {
        expectError(.invalidArgument, saying: "endpoint") { _ = try place("photos", endpoint) }
    }

    @Test func aSecretInAnEndpointIsInNoMessage() {
        for endpoint in ["http://user:secret@127.0.0.1:9000", "http://user:secret@", "http://us er:secret@h"] {
            let error = #expect(throws: BoundedCropError.self) {
                try S3Configuration.fromEnvironment(["AWS_ENDPOINT_URL": endpoint, "HOME": "/nowhere"])
            }
            #expect(error?.code == .invalidArgument && error?.message.contains("secret") == false, "\(String(describing: error))")
        }
    }

    @Test(arguments: ["evil.com#", "eu west", ""]) func aConfigurationWithAnImpossibleRegionIsRefused(region: String) {
        expectError(.invalidArgument, saying: "not the name of a region") { _ = try place("photos", region: region) }
        var configuration = S3Configuration()
        configuration.region = region
        expectError(.invalidArgument, saying: "not the name of a region") { try configuration.check() }
    }

    @Test(arguments: ["", "a.b", "eu west", "eu-west-1/", "evil.com#", "é", String(repeating: "x", count: 41)])
    func whatIsNoRegionIsNotMadePartOfAName(_ text: String) {
        #expect(!S3Endpoint.isRegion(text))
    }

    @Test func theEnvironmentIsReadAsAmazonsToolsReadIt() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Array(
                """
                [default]
                region = ap-south-1
                [profile other]
                region=us-west-2
                endpoint_url = https://profile.example.com
                s3 =
                  addressing_style = virtual
                  max_concurrent_requests = 3
                """.utf8
            ),
            to: ".aws/config"
        )
        let home = ["HOME": folder.path]
        func read(_ variables: [String: String], profile: String? = nil) throws -> S3Configuration {
            try S3Configuration.fromEnvironment(home.merging(variables) { $1 }, profile: profile)
        }
        #expect(try read([:]).region == "ap-south-1")
        #expect(try read([:]).endpoint == nil && read([:]).usesPathStyle == nil)
        #expect(try read(["AWS_DEFAULT_REGION": "eu-west-1"]).region == "eu-west-1")
        #expect(try read(["AWS_DEFAULT_REGION": "eu-west-1", "AWS_REGION": "eu-west-2"]).region == "eu-west-2")
        #expect(try read(["AWS_REGION": ""]).region == "ap-south-1")
        let other = try read(["AWS_PROFILE": "other"])
        #expect(
            other.region == "us-west-2" && other.endpoint?.absoluteString == "https://profile.example.com" && other.usesPathStyle == false
        )
        #expect(try read([:], profile: "other").region == "us-west-2")
        #expect(try read(["AWS_PROFILE": "other", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"]).endpoint == nil)
        let urls = ["AWS_ENDPOINT_URL": "http://a:1", "AWS_ENDPOINT_URL_S3": "http://b:2", "BOUNDEDCROP_S3_PATH_STYLE": "true"]
        #expect(try read(urls).endpoint?.absoluteString == "http://b:2" && read(urls).usesPathStyle == true)
        #expect(try S3Configuration.fromEnvironment([:]).region == nil)
    }

    @Test(arguments: [
        (["AWS_REGION": "evil.example.com/"], "region"), (["AWS_ENDPOINT_URL": "not a url"], "endpoint"),
        (["AWS_ENDPOINT_URL_S3": "ftp://x"], "endpoint"), (["BOUNDEDCROP_S3_PATH_STYLE": "maybe"], "true or false"),
    ])
    func impossibleValuesAreRefused(_ environment: [String: String], _ words: String) {
        expectError(.invalidArgument, saying: words) { _ = try S3Configuration.fromEnvironment(environment) }
    }
}
