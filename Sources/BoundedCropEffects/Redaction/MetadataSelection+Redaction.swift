public import BoundedCrop

extension MetadataSelection {
    /// The selection for a picture to which these effects were applied: if one of them hides faces, nothing is kept that names people.
    public func after(_ effects: [any ImageEffect]) -> MetadataSelection {
        var selection = self
        if effects.contains(where: { $0 is Redact || $0 is RedactFeatures }) { selection.namesPeople = false }
        return selection
    }
}
