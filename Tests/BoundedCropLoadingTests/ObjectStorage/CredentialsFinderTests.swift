import AsyncHTTPClient
import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Keys are found where Amazon's tools find them, and nothing of a secret is in any message.
@Suite(.timeLimit(.minutes(15))) struct CredentialsFinderTests {
    private func find(
        _ environment: [String: String],
        profile: String? = nil,
        container: String = "http://127.0.0.1:1"
    ) async throws -> S3Credentials {
        let environment = ["AWS_EC2_METADATA_DISABLED": "true"].merging(environment) { $1 }
        let server = CredentialsServer(http: .shared, clock: ImpatientClock.patient)
        let finder = CredentialsFinder(environment: environment, profile: profile, server: server, containerServer: container)
        return try await finder.find()
    }

    private static let json = """
        {"Code": "Success", "AccessKeyId": "A", "SecretAccessKey": "S", "Token": "T", "Expiration": "2030-01-02T03:04:05Z", "Other": [1]}
        """

    @Test func theEnvironmentComesFirst() async throws {
        let keys = ["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S"]
        #expect(try await find(keys) == S3Credentials(accessKey: "A", secretKey: "S"))
        #expect(try await find(keys.merging(["AWS_SESSION_TOKEN": "T"]) { $1 }).sessionToken == "T")
        for name in keys.keys {
            await expectError(.noCredentials, saying: "set both or neither") { _ = try await find(keys.filter { $0.key == name }) }
        }
    }

    @Test func profilesOfTheSharedFilesAreRead() async throws {
        let folder = try TemporaryFolder()
        let credentials = try folder.write(
            Array(
                "# mine\n[default]\naws_access_key_id = D\naws_secret_access_key = s=/+\n\n[work]\naws_access_key_id=W\naws_secret_access_key=w\n"
                    .utf8
            ),
            to: "keys"
        )
        let config = try folder.write(
            Array(
                "[profile \"in config\"]\nAWS_ACCESS_KEY_ID=C\naws_secret_access_key=c\naws_session_token=t\n[profile work]\naws_access_key_id=X\n"
                    .utf8
            ),
            to: "config"
        )
        let files = ["AWS_SHARED_CREDENTIALS_FILE": credentials, "AWS_CONFIG_FILE": config]
        #expect(try await find(files) == S3Credentials(accessKey: "D", secretKey: "s=/+"))
        #expect(try await find(files.merging(["AWS_PROFILE": "work"]) { $1 }).accessKey == "W")
        #expect(try await find(files, profile: "in config") == S3Credentials(accessKey: "C", secretKey: "c", sessionToken: "t"))
        let set = files.merging(["AWS_ACCESS_KEY_ID": "A", "AWS_SECRET_ACCESS_KEY": "S", "AWS_PROFILE": "work"]) { $1 }
        #expect(try await find(set).accessKey == "A")
        #expect(try await find(set, profile: "default").accessKey == "D")
        await expectError(.noCredentials, saying: "no profile “none”") { _ = try await find(files, profile: "none") }
        await expectError(.noCredentials, saying: "no profile “none”") { _ = try await find(files.merging(["AWS_PROFILE": "none"]) { $1 }) }
    }

    @Test(arguments: [
        ("[default", "line 1 has no closing bracket"), ("secret", "line 1 is before"), ("[default]\nsecret words", "line 2 is neither"),
        ("[default]\naws_access_key_id=A", "no aws_secret_access_key"), ("[default]\nrole_arn=x", "by role_arn"),
        ("[default]\ncredential_process=secret", "by credential_process"), ("[default]\nsso_session=x", "export-credentials"),
        ("[default]\nregion=x", "no aws_access_key_id"),
    ]) func filesThatNameNoKeysAreExplainedWithoutTheirText(_ text: String, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(text.utf8), to: "file")
        do {
            _ = try await find(["AWS_SHARED_CREDENTIALS_FILE": file])
            Issue.record("keys were found")
        } catch let error as BoundedCropError {
            #expect(error.message.contains(words), "\(error)")
            #expect(!error.message.contains("secret words") && !error.message.contains(folder.path))
        }
    }

    /// As `aws` does: who has a role acts as it, not as whoever may take it.
    @Test func aRoleIsNotReplacedByTheKeysOfItsProfile() async throws {
        let folder = try TemporaryFolder()
        let keys = try folder.write(Array("[work]\naws_access_key_id=W\naws_secret_access_key=w\n".utf8), to: "keys")
        let config = try folder.write(Array("[profile work]\nrole_arn=arn\nsource_profile=work\n".utf8), to: "config")
        let files = ["AWS_SHARED_CREDENTIALS_FILE": keys, "AWS_CONFIG_FILE": config]
        await expectError(.noCredentials, saying: "by role_arn") { _ = try await find(files, profile: "work") }
        try folder.write(Array("[profile work]\ncredential_process=x\n".utf8), to: "config")
        #expect(try await find(files, profile: "work").accessKey == "W")
    }

    @Test func filesThatCannotBeReadAreErrors() async throws {
        let folder = try TemporaryFolder()
        await expectError(.isDirectory, saying: "AWS_CONFIG_FILE names") { _ = try await find(["AWS_CONFIG_FILE": folder.path]) }
        let file = try folder.write([0x5b, 0xff, 0x5d], to: "file")
        await expectError(.invalidArgument, saying: "not UTF-8") { _ = try await find(["AWS_CONFIG_FILE": file]) }
        try folder.write([UInt8](repeating: 10, count: 1_000_001), to: "file")
        await expectError(.limitExceeded) { _ = try await find(["AWS_CONFIG_FILE": file]) }
    }

    @Test func aContainerIsAskedWithItsToken() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/v2/keys", Answer(body: Array(Self.json.utf8)))
        let expected = S3Credentials(accessKey: "A", secretKey: "S", sessionToken: "T", expires: Date(timeIntervalSince1970: 1_893_553_445))
        let relative = ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/keys"]
        #expect(try await find(relative, container: "http://127.0.0.1:\(server.port)") == expected)
        var full = [
            "AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/v2/keys").absoluteString, "AWS_CONTAINER_AUTHORIZATION_TOKEN": "Basic x",
        ]
        #expect(try await find(full) == expected)
        full["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = try folder.write(Array("from-file\n".utf8), to: "token")
        #expect(try await find(full) == expected)
        #expect(server.requests().map { $0.headers["authorization"] } == [nil, "Basic x", "from-file"])
        try folder.write(Array("a\nHost: b".utf8), to: "token")
        await expectError(.noCredentials, saying: "line breaks") { _ = try await find(full) }
        full["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = folder.path("none")
        await expectError(.noCredentials, saying: "TOKEN_FILE") { _ = try await find(full) }
        #expect(server.requests().count == 3)
    }

    @Test(arguments: [
        "http://192.0.2.1/keys", "http://example.com/keys", "http://169.254.169.254/keys", "http://127.0.0.1.example.com/",
        "ftp://127.0.0.1/",
        "/v2", "http://[::2]/", "http:///keys", "http://2130706433/", "http://127.0.0.1:99999/",
    ]) func otherServersAreNotGivenTheToken(_ uri: String) async {
        await expectError(.invalidArgument, saying: "FULL_URI must be") { _ = try await find(["AWS_CONTAINER_CREDENTIALS_FULL_URI": uri]) }
    }

    @Test(arguments: [
        (404, "", "status 404"), (200, "no json", "no JSON"), (200, "{}", "without AccessKeyId"), (200, "[]", "no JSON"),
        (200, "{\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"\"}", "without AccessKeyId"), (200, "{\"Code\":\"Failed\"}", "answered Failed"),
        (200, "{\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"SECRET\",\"Expiration\":\"soon\"}", "not a date"),
    ]) func answersWithoutKeysAreExplained(_ status: Int, _ body: String, _ words: String) async throws {
        let server = try await PictureServer()
        server.serve("/keys", Answer(status: status, body: Array(body.utf8)))
        let error = await expectError(.noCredentials, saying: words) {
            _ = try await find(["AWS_CONTAINER_CREDENTIALS_FULL_URI": server.url("/keys").absoluteString])
        }
        #expect(error?.message.contains("SECRET") == false)
    }

    @Test func aMachineIsAskedWithASessionToken() async throws {
        let server = try await PictureServer()
        let path = "/latest/meta-data/iam/security-credentials/"
        server.serve("/latest/api/token") { Answer(status: $0.method == "PUT" ? 200 : 405, body: Array("session==".utf8)) }
        server.serve(path, Answer(body: Array("my role\n".utf8)))
        server.serve(path + "my%20role", Answer(body: Array(Self.json.utf8)))
        let endpoint = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url("/").absoluteString, "AWS_EC2_METADATA_DISABLED": "false"]
        #expect(try await find(endpoint).accessKey == "A")
        #expect(server.requests().map { $0.headers["x-aws-ec2-metadata-token"] } == [nil, "session==", "session=="])
        #expect(server.requests().first?.headers["x-aws-ec2-metadata-token-ttl-seconds"] == "21600")
        server.serve(path, Answer(status: 404))
        await expectError(.noCredentials, saying: "the machine has no role (status 404)") { _ = try await find(endpoint) }
        for token in [Answer(status: 403), Answer(body: []), Answer(body: Array("a\r\nb".utf8))] {
            server.serve("/latest/api/token", token)
            await expectError(.noCredentials, saying: "no session token") { _ = try await find(endpoint) }
        }
        await expectError(.invalidArgument) {
            _ = try await find(endpoint.merging(["AWS_EC2_METADATA_SERVICE_ENDPOINT": "gopher://x"]) { $1 })
        }
    }

    @Test func withoutKeysTheErrorSaysWhereTheyWereLookedFor() async throws {
        let error = await expectError(.noCredentials) { _ = try await find(["HOME": "/nowhere"]) }
        for words in [
            "AWS_ACCESS_KEY_ID", "~/.aws/credentials", "~/.aws/config", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
            "AWS_EC2_METADATA_DISABLED",
            "if the bucket is public",
        ] {
            #expect(error?.message.contains(words) == true, "\(words)")
        }
        #expect(error?.message.contains("/nowhere") == false)
    }

    @Test func aMachineThatDoesNotAnswerIsNotWaitedFor() async throws {
        let (server, gate, clock) = (try await PictureServer(), ServerGate(), ManualClock())
        server.serve("/latest/api/token", Answer(body: [65]).with { $0.gate = gate })
        let environment = ["AWS_EC2_METADATA_SERVICE_ENDPOINT": server.url("").absoluteString]
        let finder = CredentialsFinder(environment: environment, profile: nil, server: CredentialsServer(http: .shared, clock: clock))
        async let error = expectError(.noCredentials, saying: "no answer within 1") { _ = try await finder.find() }
        await gate.arrivals(1)
        await clock.sleeper { $0 == .seconds(1) }
        clock.advance(by: .seconds(1))
        _ = await error
        gate.open()
    }

    @Test func descriptionsHideSecrets() {
        let keys = S3Credentials(accessKey: "AKIAEXAMPLE", secretKey: "SECRET", sessionToken: "TOKEN")
        #expect("\(keys)" == "AKIA…")
        #expect(!String(reflecting: keys).contains("SECRET") && !String(reflecting: keys).contains("TOKEN"))
    }
}
