internal import BoundedCrop
internal import FoundationEssentials

/// The form of COCO's `instances` files (T.-Y. Lin et al., "Microsoft COCO: Common Objects in Context", 2014).
extension LabelFile {
    private struct Document: Decodable {
        struct Image: Decodable {
            let id: Int
            let file: String

            enum CodingKeys: String, CodingKey {
                case id
                case file = "file_name"
            }
        }

        struct Annotation: Decodable {
            let image: Int
            let category: Int
            let box: [Double]
            /// 1 or true for a group that is marked with one box.
            let isCrowd: JSONNode?

            enum CodingKeys: String, CodingKey {
                case image = "image_id"
                case category = "category_id"
                case box = "bbox"
                case isCrowd = "iscrowd"
            }
        }

        struct Category: Decodable {
            let id: Int
            let name: String
        }

        let images: [Image]
        let annotations: [Annotation]
        let categories: [Category]
    }

    func cocoPhotos() throws -> [LabeledPhotos.Photo] {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        } catch {
            throw unknown((error as? DecodingError)?.inWords, underlying: error)
        }
        let names = Dictionary(document.categories.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        let ofFaces = Set(names.filter { ["face", "faces"].contains($0.value.lowercased()) }.keys)
        guard !ofFaces.isEmpty else {
            let all = document.categories.prefix(20).map { "“\($0.name)”" }.joined(separator: ", ")
            throw error("none of its \(names.count) categories is named “face” (\(all)): name the one that marks faces so")
        }
        var faces: [Int: [Rect]] = [:]
        var crowds: [Int: [Rect]] = [:]
        for (index, image) in document.images.enumerated() {
            guard faces.updateValue([], forKey: image.id) == nil else {
                throw error("“images[\(index)]” (\(image.file)) has the id \(image.id) of another image")
            }
        }
        for (index, annotation) in document.annotations.enumerated() {
            let place = "“annotations[\(index)]”"
            guard names[annotation.category] != nil else {
                throw error("\(place) is of the category \(annotation.category), which “categories” does not have")
            }
            guard faces[annotation.image] != nil else {
                throw error("\(place) is of the image \(annotation.image), which “images” does not have")
            }
            guard ofFaces.contains(annotation.category) else { continue }
            // As in the other forms, a face without an area is none.
            if annotation.box.count == 4, annotation.box[2...].contains(0) { continue }
            guard let face = Rect(label: annotation.box) else {
                throw error("the box of \(place) is not [x, y, width, height] with an area, but \(annotation.box)")
            }
            if annotation.isCrowd == 1 || annotation.isCrowd == true {
                crowds[annotation.image, default: []].append(face)
            } else {
                faces[annotation.image]?.append(face)
            }
        }
        return document.images.map { image in
            LabeledPhotos.Photo(
                file: image.file,
                path: folder + image.file,
                faces: faces[image.id] ?? [],
                ignored: crowds[image.id] ?? []
            )
        }
    }
}
