public import BoundedCrop

extension BoundedCropError.Code {
    /// The object storage does not let these keys do this.
    public static let accessDenied = Self(rawValue: "accessDenied")
    /// There are no keys for the object storage: the message says where they were looked for.
    public static let noCredentials = Self(rawValue: "noCredentials")
    /// The bucket is in another region: the message names it.
    public static let wrongRegion = Self(rawValue: "wrongRegion")
    /// The clock of this machine and that of the object storage differ too much: the message has both.
    public static let wrongClock = Self(rawValue: "wrongClock")
}
