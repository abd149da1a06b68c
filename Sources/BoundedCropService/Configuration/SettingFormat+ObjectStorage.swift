internal import BoundedCrop
internal import BoundedCropLoading
internal import FoundationEssentials

extension SettingFormat<String> {
    /// A folder, or a prefix in object storage.
    static var root: Self {
        Self("folder") { text in
            guard ServiceConfiguration.isLocation(text) else { return text }
            do {
                return try S3Location(text).text
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "root: \(error.message)", underlying: error)
            }
        } text: {
            $0
        }
    }
}

extension SettingFormat<[String]?> {
    /// Names of buckets; nil if there are none.
    static var buckets: Self {
        Self("list") { text in
            let names = text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            do {
                for name in names { _ = try S3Location(bucket: name, key: "") }
            } catch let error as BoundedCropError {
                throw BoundedCropError(.invalidSetting, "allowed-buckets: \(error.message)", underlying: error)
            }
            return .some(names.isEmpty ? nil : names)
        } text: {
            $0?.joined(separator: ",") ?? ""
        }
    }
}

extension SettingFormat<URL> {
    /// The URL of a server.
    static var endpoint: Self {
        Self("url", expected: "a URL such as http://127.0.0.1:9000") { text in
            guard let url = URL(string: text) else { return nil }
            var configuration = S3Configuration()
            (configuration.endpoint, configuration.region) = (url, nil)
            return (try? configuration.check()).map { url }
        } text: {
            $0.absoluteString
        }
    }
}
