/// The basic CSS colors under their CSS names: `Color.green` is `Color("green")`, not the brightest green.
extension Color {
    /// Opaque, `#ff0000`.
    public static let red = Color(red: 1, green: 0, blue: 0)
    /// Opaque, `#008000`; the brightest green is `lime`.
    public static let green = Color(red: 0, green: 128.0 / 255, blue: 0)
    /// Opaque, `#0000ff`.
    public static let blue = Color(red: 0, green: 0, blue: 1)
    /// Opaque, `#00ff00`.
    public static let lime = Color(red: 0, green: 1, blue: 0)
    /// Opaque, `#00ffff`.
    public static let cyan = Color(red: 0, green: 1, blue: 1)
    /// Opaque, `#ff00ff`.
    public static let magenta = Color(red: 1, green: 0, blue: 1)
    /// Opaque, `#ffff00`.
    public static let yellow = Color(red: 1, green: 1, blue: 0)
    /// Opaque, `#ffa500`.
    public static let orange = Color(red: 1, green: 165.0 / 255, blue: 0)
    /// Opaque, `#800080`.
    public static let purple = Color(red: 128.0 / 255, green: 0, blue: 128.0 / 255)
    /// Opaque, `#808080`.
    public static let gray = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 128.0 / 255)
    /// Opaque, `#000080`.
    public static let navy = Color(red: 0, green: 0, blue: 128.0 / 255)
    /// Opaque, `#008080`.
    public static let teal = Color(red: 0, green: 128.0 / 255, blue: 128.0 / 255)
    /// Opaque, `#808000`.
    public static let olive = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 0)
    /// Opaque, `#800000`.
    public static let maroon = Color(red: 128.0 / 255, green: 0, blue: 0)
    /// Opaque, `#c0c0c0`.
    public static let silver = Color(red: 192.0 / 255, green: 192.0 / 255, blue: 192.0 / 255)
    /// Opaque, `#00ffff`.
    public static let aqua = Color(red: 0, green: 1, blue: 1)
    /// Opaque, `#ff00ff`.
    public static let fuchsia = Color(red: 1, green: 0, blue: 1)
    /// Opaque, `#ffc0cb`.
    public static let pink = Color(red: 1, green: 192.0 / 255, blue: 203.0 / 255)
    /// Opaque, `#a52a2a`.
    public static let brown = Color(red: 165.0 / 255, green: 42.0 / 255, blue: 42.0 / 255)
}
