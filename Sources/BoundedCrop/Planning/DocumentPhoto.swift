/// A photo on a document, by the authority that asks for it: its size on paper, how large the head is, and where the eyes are.
///
/// Only geometry is decided here. Pose, light, expression, glasses, background and the age of a photo stay what they are, and rules change: the
/// authority decides.
public enum DocumentPhoto: String, Hashable, Sendable, Codable, CaseIterable {
    /// Passports and visas of the United States.
    case us
    /// Visas of the Schengen area, and passports of most of its states.
    case schengen
    /// Passports of the United Kingdom.
    case uk
    /// Passports of Canada.
    case ca
    /// Passports of Australia.
    case au
    /// Passports of Japan.
    case jp
    /// Visas and residence permits of China.
    case cn

    /// What an authority asks for, in millimetres.
    package struct Rules: Hashable, Sendable {
        /// The width of the photo.
        package let width: Double
        /// The height of the photo.
        package let height: Double
        /// The height of the head, from the chin to the crown.
        package let head: ClosedRange<Double>
        /// Whether the head is measured to the top of the hair. The crown is that of the skull otherwise.
        package let includesHair: Bool
        /// The height of the eyes above the bottom of the photo; nil if nothing is said of it.
        package let eyes: ClosedRange<Double>?
        /// The room above the head as it is measured; nil if nothing is said of it.
        package let above: ClosedRange<Double>?

        init(
            _ width: Double,
            _ height: Double,
            head: ClosedRange<Double>,
            includesHair: Bool = false,
            eyes: ClosedRange<Double>? = nil,
            above: ClosedRange<Double>? = nil
        ) {
            (self.width, self.height, self.head, self.includesHair) = (width, height, head, includesHair)
            (self.eyes, self.above) = (eyes, above)
        }
    }

    /// What the authority asks for.
    package var rules: Rules {
        switch self {
        // Department of State, “Guidelines for Producing High Quality Photographs for U.S. Travel Documents”: 2x2 inches; from the top of the hair
        // to the chin 1 to 1 3/8 inches; eyes 1 1/8 to 1 3/8 inches from the bottom. Size and head also at
        // https://bg.usembassy.gov/visas/nonimmigrant-visas/photo-requirements/.
        case .us: Rules(50.8, 50.8, head: 25.4...34.925, includesHair: true, eyes: 28.575...34.925)
        // 35x45 mm by ICAO Doc 9303, as https://ch.tlscontact.com/ru/MOW/page.php?pid=visa_photo&l=en says for visas of the Schengen area. The
        // head from chin to crown, 32 to 36 mm, is that of Germany's missions: https://bangkok.diplo.de/th-de/service/02-PaesseAusweise/-/2448880.
        case .schengen: Rules(35, 45, head: 32...36)
        // HM Passport Office: 35x45 mm, from the crown to the chin 29 to 34 mm; repeated at https://gov.tc/passports/photos.
        case .uk: Rules(35, 45, head: 29...34)
        // Government of Canada: 50x70 mm, from the chin to the crown, the natural top of the head, 31 to 36 mm; repeated at
        // https://www.theupsstore.ca/tag/passport.
        case .ca: Rules(50, 70, head: 31...36)
        // Australian Passport Office, “Guidelines for the photographic industry and camera operators”: 35 to 40 by 45 to 50 mm, from the chin
        // to the crown 32 to 36 mm; a copy is at https://docslib.org/doc/7328328/guidelines-for-the-photographic-industry-and-camera-operators.
        case .au: Rules(35, 45, head: 32...36)
        // The passport office of Fukuoka, after the Ministry of Foreign Affairs: 35x45 mm, from the chin to the top of the head with its hair
        // 34±2 mm, 4±2 mm above it: http://fukuoka-passport.com/photo/.
        case .jp: Rules(35, 45, head: 32...36, includesHair: true, above: 2...6)
        // The exit and entry administration of Nanjing: 33x48 mm, head 28 to 33 mm: http://english.nanjing.gov.cn/crj/zpbz/. The room of 3 to 5
        // mm above it is that of visas: https://chinavisaletter.com/requirements-of-the-photo-for-china-visa/.
        case .cn: Rules(33, 48, head: 28...33, above: 3...5)
        }
    }

    /// Where the face is: the head has the middle of the heights that the rules allow, or less where hair counts, and the eyes are in the middle
    /// of the head and of the heights that the rules allow for them. Beyond the picture's edges, its background goes on.
    public var alignment: FaceAlignment {
        let rules = rules
        let measured = (rules.head.lowerBound + rules.head.upperBound) / 2
        // Landmarks say nothing of hair, which needs room.
        let head = rules.includesHair ? (2 * rules.head.lowerBound + rules.head.upperBound) / 3 : measured
        func middle(_ range: ClosedRange<Double>) -> Double { (range.lowerBound + range.upperBound) / 2 }
        let fromTop =
            rules.eyes.map { rules.height - middle($0) }
            // The chin stays where it is under a head of the middle height.
            ?? rules.above.map { middle($0) + measured - head / 2 } ?? FaceAlignment.passport.eyeLine * rules.height
        return FaceAlignment(eyeLine: fromTop / rules.height, scale: .headHeight(head / rules.height), fill: .edge)
    }
}
