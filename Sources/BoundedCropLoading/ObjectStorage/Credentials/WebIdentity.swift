internal import BoundedCrop
internal import FoundationEssentials
internal import NIOHTTP1

/// The role of a pod, as EKS gives it to service accounts (IRSA): Amazon’s token service (STS) hands out keys for a signed token in a file.
struct WebIdentity {
    private static let place = "the token service"
    /// It asks the cluster that signed the token.
    private static let limit = Duration.seconds(10)
    private let tokenFile: String
    private let role: String
    private let session: String
    let service: String

    /// Nil if the environment names no file.
    /// - Throws: `noCredentials` without a role, and `invalidArgument` for a token service that is none.
    init?(_ environment: [String: String]) throws {
        guard let tokenFile = environment.value("AWS_WEB_IDENTITY_TOKEN_FILE") else { return nil }
        guard let role = environment.value("AWS_ROLE_ARN") else {
            throw BoundedCropError(.noCredentials, "AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not; set both or neither")
        }
        (self.tokenFile, self.role) = (tokenFile, role)
        session = environment.value("AWS_ROLE_SESSION_NAME") ?? "boundedcrop"
        service = try Self.service(environment)
    }

    func keys(_ server: CredentialsServer) async throws -> S3Credentials {
        let token = try TokenFile.token(at: tokenFile, named: "AWS_WEB_IDENTITY_TOKEN_FILE")
        guard !token.isEmpty, TokenFile.isPossible(token) else {
            throw BoundedCropError(.noCredentials, "the file that AWS_WEB_IDENTITY_TOKEN_FILE names is empty, or has more than one token")
        }
        let fields = [
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role), ("RoleSessionName", session),
            ("WebIdentityToken", token),
        ]
        let form = fields.map { "\($0)=\(PercentEncoding.encoded($1, keeping: "-._~"))" }.joined(separator: "&")
        let type = [(name: "Content-Type", value: "application/x-www-form-urlencoded; charset=utf-8")]
        do {
            return try Self.keys(in: await server.answer(to: .POST, of: service, type, body: form, within: Self.limit))
        } catch let error as BoundedCropError where error.code != .noCredentials {
            throw BoundedCropError(error.code, "\(Self.place): \(error.message)", underlying: error.underlying)
        }
    }

    /// Nothing of the answer but its error code is in a message: the rest may be a secret.
    private static func keys(in answer: CredentialsServer.Answer) throws -> S3Credentials {
        let document = XMLTree(answer.body, elementLimit: 100)?.root
        guard answer.status == 200 else {
            let code = document?["Error"]?.value("Code") ?? ""
            throw BoundedCropError(
                .noCredentials,
                "\(place) answers with status \(answer.status)"
                    + (code.isEmpty ? "" : ", \(code.filter { $0.isASCII && $0.isLetter }.prefix(60))")
                    + "; check AWS_ROLE_ARN and whom the role trusts",
                underlying: HTTPStatusError(status: answer.status)
            )
        }
        guard let keys = document?["AssumeRoleWithWebIdentityResult"]?["Credentials"], let access = keys.value("AccessKeyId"),
            let secret = keys.value("SecretAccessKey"), let token = keys.value("SessionToken"),
            let expires = keys.value("Expiration").flatMap(InternetDate.date)
        else {
            throw BoundedCropError(.noCredentials, "\(place) sent no document with keys and the time at which they expire")
        }
        return S3Credentials(accessKey: access, secretKey: secret, sessionToken: token, expires: expires)
    }

    private static func service(_ environment: [String: String]) throws -> String {
        let names = ["AWS_ENDPOINT_URL_STS", "AWS_ENDPOINT_URL"]
        let name = environment.ignoresEndpoints ? nil : names.first { environment.value($0) != nil }
        if let name, let named = environment.value(name) {
            guard let url = URL(string: named), url.isOfServer, url.user == nil, url.password == nil else {
                throw BoundedCropError(
                    .invalidArgument,
                    "\(name) must be the URL of a server, such as https://sts.eu-central-1.amazonaws.com"
                )
            }
            return named
        }
        guard let region = environment.region else { return "https://sts.amazonaws.com/" }
        guard S3Endpoint.isRegion(region) else {
            throw BoundedCropError(.invalidArgument, "“\(region.prefix(60))” is not the name of a region, such as eu-central-1")
        }
        return "https://sts.\(region).\(S3Endpoint.amazonsDomain(of: region))/"
    }
}

extension XMLTree.Element {
    fileprivate subscript(name: String) -> XMLTree.Element? { children.first { $0.localName == name } }

    /// Nil also for an empty text.
    fileprivate func value(_ name: String) -> String? {
        guard let text = self[name]?.text.trimmingSpaces(), !text.isEmpty else { return nil }
        return text
    }
}

/// A file with a token that is exchanged for keys. It is read anew each time, since whoever writes it replaces it before it expires.
enum TokenFile {
    /// Throws `noCredentials` for a file that cannot be read, without its path or its text.
    /// - Parameter variable: The variable that names the file.
    static func token(at path: String, named variable: String) throws -> String {
        do {
            let bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits(maximumBytes: 65_536), waits: false)
            return String(decoding: bytes, as: UTF8.self).trimmingSpaces()
        } catch let error as BoundedCropError {
            throw BoundedCropError(.noCredentials, "the file that \(variable) names: \(error.message)", underlying: error)
        }
    }

    /// Whether a token can be sent: one line of ASCII.
    static func isPossible(_ token: String) -> Bool { token.utf8.allSatisfy { (0x20...0x7e).contains($0) } }
}
