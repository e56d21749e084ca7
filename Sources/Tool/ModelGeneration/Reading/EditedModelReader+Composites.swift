import DataSchema

extension EditedModelReader {
  /// The maximum nesting of composites.
  private static let depthLimit = 16
  /// The maximum number of elements in all composites: a few that refer to each other often can
  /// expand to very many.
  private static let partLimit = 20_000

  /// Reads a composite attribute, with the elements that the model declares elsewhere.
  mutating func composite(
    _ element: XMLElement, named name: String, of place: String, depth: Int
  ) throws(ModelGenerationError) -> CompositeDescription {
    let path = "\(place).\(name)"
    guard let typeName = element.filled("composite") else {
      throw ModelGenerationError(
        .unsupported,
        "The attribute \(path) is a composite, but the model does not specify its parts.",
        advice: "Choose its composite in Xcode, or specify the .momd compiled from the model.")
    }
    guard let declared = composites[typeName] else {
      throw ModelFile.damaged(
        self.path, "\(path) has the composite type '\(typeName.prefix(100))', which does not exist")
    }
    guard depth < Self.depthLimit else {
      throw ModelFile.damaged(self.path, "the composite \(path) is a part of itself")
    }
    var parts: [PropertyDescription] = []
    for child in declared.children where child.name == "attribute" {
      partCount += 1
      guard partCount <= Self.partLimit else {
        throw ModelFile.damaged(self.path, "its composites have more than \(Self.partLimit) parts")
      }
      if let part = try attribute(child, of: path, depth: depth + 1) { parts.append(part) }
    }
    return CompositeDescription(
      name: name, isOptional: element.flag("optional"), isTransient: element.flag("transient"),
      preservesValueOnDeletion: element.flag("preserveAfterDeletion"), elements: parts,
      versionHashModifier: element.filled("versionHashModifier"),
      originalName: element.formerName(name))
  }
}
