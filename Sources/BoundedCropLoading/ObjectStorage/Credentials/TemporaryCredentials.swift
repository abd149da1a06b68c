internal import BoundedCrop
package import FoundationEssentials

/// The document in which endpoints hand out keys that expire.
struct TemporaryCredentials: Decodable {
    let AccessKeyId: String?
    let SecretAccessKey: String?
    let Token: String?
    let Expiration: String?
    /// Machines say here whether it worked.
    let Code: String?

    /// Throws `noCredentials` if there are no keys in the answer. Nothing of the answer is in the message: it may be a secret.
    static func keys(in answer: CredentialsServer.Answer, of place: String) throws -> S3Credentials {
        guard answer.status == 200 else {
            throw BoundedCropError(
                .noCredentials,
                "\(place) answers with status \(answer.status)",
                underlying: HTTPStatusError(status: answer.status)
            )
        }
        let found: TemporaryCredentials
        do {
            found = try JSONDecoder().decode(TemporaryCredentials.self, from: Data(answer.body))
        } catch {
            throw BoundedCropError(.noCredentials, "\(place) sent no JSON document with keys", underlying: error)
        }
        if let code = found.Code, code != "Success" {
            throw BoundedCropError(.noCredentials, "\(place) provides no keys: it answered \(code.prefix(60))")
        }
        guard let access = found.AccessKeyId, let secret = found.SecretAccessKey, !access.isEmpty, !secret.isEmpty else {
            throw BoundedCropError(.noCredentials, "\(place) sent a document without AccessKeyId or SecretAccessKey")
        }
        let expires = try found.Expiration.map { text in
            guard let date = InternetDate.date(text) else {
                throw BoundedCropError(.noCredentials, "\(place) sent keys that expire at “\(text.prefix(60))”, which is not a date")
            }
            return date
        }
        return S3Credentials(accessKey: access, secretKey: secret, sessionToken: found.Token, expires: expires)
    }
}

/// The keys that sign requests.
package struct S3Credentials: Hashable, Sendable, CustomStringConvertible {
    /// The public part, such as `AKIAIOSFODNN7EXAMPLE`.
    package var accessKey: String
    /// The secret part.
    package var secretKey: String
    /// The token of temporary keys.
    package var sessionToken: String?
    /// When temporary keys expire.
    package var expires: Date?

    /// Creates keys.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil, expires: Date? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.expires = expires
    }

    /// The public part only.
    package var description: String { "\(accessKey.prefix(4))…" }
}
