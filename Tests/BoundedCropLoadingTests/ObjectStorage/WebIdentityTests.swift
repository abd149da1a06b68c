import AsyncHTTPClient
import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// The role of a pod on EKS (IRSA): a token in a file becomes keys, and none of both is in any message.
@Suite(.timeLimit(.minutes(15))) struct WebIdentityTests {
    private let service: PictureServer
    private let folder: TemporaryFolder
    private let environment: [String: String]
    private static let document = """
        <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
        <Credentials><SessionToken>T==</SessionToken><SecretAccessKey>S/+</SecretAccessKey><Expiration>2030-01-02T03:04:05Z</Expiration>
        <AccessKeyId>A</AccessKeyId></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>
        """

    init() async throws {
        (service, folder) = (try await PictureServer(), try TemporaryFolder())
        let token = try folder.write(Array("ey.SECRET-TOKEN.x&+=\n".utf8), to: "token")
        service.serve("/", Answer(body: Array(Self.document.utf8)))
        environment = [
            "HOME": "/nowhere", "AWS_WEB_IDENTITY_TOKEN_FILE": token, "AWS_ROLE_ARN": "arn:aws:iam::123456789012:role/crops",
            "AWS_ENDPOINT_URL_STS": service.url("/").absoluteString, "AWS_EC2_METADATA_DISABLED": "true",
        ]
    }

    private func find(
        _ changes: [String: String] = [:],
        profile: String? = nil,
        by http: HTTPClient = .shared
    ) async throws -> S3Credentials {
        let server = CredentialsServer(http: http, clock: ImpatientClock.patient)
        return try await CredentialsFinder(environment: environment.merging(changes) { $1 }, profile: profile, server: server).find()
    }

    @Test func theTokenIsExchangedForKeys() async throws {
        let expected = S3Credentials(
            accessKey: "A",
            secretKey: "S/+",
            sessionToken: "T==",
            expires: Date(timeIntervalSince1970: 1_893_553_445)
        )
        #expect(try await find() == expected)
        #expect(try await find(["AWS_ROLE_SESSION_NAME": "me"]) == expected)
        let requests = service.requests("/")
        #expect(requests.map(\.method) == ["POST", "POST"])
        #expect(requests.first?.headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true)
        let form = "Action=AssumeRoleWithWebIdentity&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fcrops"
        let ends = ["boundedcrop", "me"].map { "&RoleSessionName=\($0)&WebIdentityToken=ey.SECRET-TOKEN.x%26%2B%3D" }
        #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ends.map { form + $0 })
    }

    @Test func theTokenIsReadAnewEachTime() async throws {
        _ = try await find()
        try folder.write(Array("second".utf8), to: "token")
        _ = try await find()
        #expect(service.requests("/").last.map { String(decoding: $0.body, as: UTF8.self) }?.hasSuffix("=second") == true)
    }

    @Test func keysOfTheEnvironmentAndANamedProfileComeFirst() async throws {
        #expect(try await find(["AWS_ACCESS_KEY_ID": "E", "AWS_SECRET_ACCESS_KEY": "e"]).accessKey == "E")
        let file = try folder.write(
            Array("[named]\naws_access_key_id=P\naws_secret_access_key=p\n[default]\naws_access_key_id=D\n".utf8),
            to: "c"
        )
        let files = ["AWS_SHARED_CREDENTIALS_FILE": file]
        #expect(try await find(files, profile: "named").accessKey == "P")
        #expect(service.requests("/").isEmpty)
        #expect(try await find(files).accessKey == "A")
    }

    /// Whatever fails, the role of the machine is not taken instead: it may be another one.
    @Test(arguments: [
        (
            403, "<ErrorResponse><Error><Code>AccessDenied</Code><Message>SECRET-MESSAGE</Message></Error></ErrorResponse>",
            "status 403, AccessDenied; check AWS_ROLE_ARN"
        ),
        (500, "", "status 500; check"), (200, "", "no document"), (200, "{\"AccessKeyId\":\"SECRET\"}", "no document"),
        (200, document.replacingOccurrences(of: "S/+", with: " "), "no document"),
        (200, document.replacingOccurrences(of: "2030-01-02T03:04:05Z", with: "soon"), "no document"),
    ]) func answersWithoutKeysAreExplained(_ status: Int, _ body: String, _ words: String) async throws {
        let machine = try await PictureServer()
        service.serve("/", Answer(status: status, body: Array(body.utf8)))
        let others = ["AWS_EC2_METADATA_DISABLED": "false", "AWS_EC2_METADATA_SERVICE_ENDPOINT": machine.url("").absoluteString]
        let error = await expectError(.noCredentials, saying: words) { _ = try await find(others) }
        #expect(error?.message.contains("SECRET") == false)
        #expect(machine.requests().isEmpty)
    }

    @Test(arguments: ["", " \n", "a\nb", "é", "a\u{0}b"]) func whatIsNoTokenIsNotSent(_ token: String) async throws {
        try folder.write(Array(token.utf8), to: "token")
        await expectError(.noCredentials, saying: "empty, or has more than one") { _ = try await find() }
        #expect(service.requests("/").isEmpty)
    }

    @Test func whatIsMissingIsNamed() async throws {
        await expectError(.noCredentials, saying: "the file that AWS_WEB_IDENTITY_TOKEN_FILE names") {
            _ = try await find(["AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("none")])
        }
        await expectError(.noCredentials, saying: "AWS_ROLE_ARN is not") { _ = try await find(["AWS_ROLE_ARN": ""]) }
        let nobody = try SilentPort()
        var once = HTTPClient.Configuration()
        // Otherwise it would try for a minute and a half.
        once.connectionPool.retryConnectionEstablishment = false
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: once)
        await expectError(.connectionFailed, saying: "the token service: it cannot be reached") {
            _ = try await find(["AWS_ENDPOINT_URL_STS": nobody.url("").absoluteString], by: http)
        }
        try await http.shutdown()
        // Otherwise another test’s server could have the port.
        withExtendedLifetime(nobody) {}
    }

    @Test(arguments: ["ftp://x", "x", "http://", "https://user:SECRET@sts.example.com", "http://h:99999"])
    func whatIsNoTokenServiceIsRefused(_ url: String) async {
        let error = await expectError(.invalidArgument, saying: "AWS_ENDPOINT_URL_STS must be") {
            _ = try await find(["AWS_ENDPOINT_URL_STS": url])
        }
        #expect(error?.message.contains("SECRET") == false)
    }

    @Test(
        arguments: [
            ([:], "https://sts.amazonaws.com/"), (["AWS_REGION": "eu-central-1"], "https://sts.eu-central-1.amazonaws.com/"),
            (["AWS_DEFAULT_REGION": "cn-north-1"], "https://sts.cn-north-1.amazonaws.com.cn/"),
            (["AWS_ENDPOINT_URL": "http://minio:9000"], "http://minio:9000"),
            (["AWS_ENDPOINT_URL": "http://minio:9000", "AWS_ENDPOINT_URL_STS": "http://sts"], "http://sts"),
            (["AWS_ENDPOINT_URL": "http://minio:9000", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"], "https://sts.amazonaws.com/"),
        ] as [([String: String], String)]
    ) func theTokenServiceIsThatOfTheRegion(_ variables: [String: String], _ url: String) throws {
        let pod = try WebIdentity(["AWS_WEB_IDENTITY_TOKEN_FILE": "/x", "AWS_ROLE_ARN": "arn"].merging(variables) { $1 })
        #expect(pod?.service == url)
    }
}
