/// A note about part of a model that its generated code omits or expresses differently.
package struct GenerationNote: Hashable, Sendable, CustomStringConvertible {
  /// The version of the model; nil if there is only one.
  package var version: String?
  package var entity: String?
  package var property: String?
  /// What the code omits, and what to do about it, as sentences.
  package var text: String
  /// Whether the version hash of the entity, and those of its subentities, differ from the file's.
  ///
  /// `GeneratedModels.opensStores` is true if stores with the file's hash can be opened anyway.
  package var changesVersionHash: Bool

  package init(
    _ text: String, entity: String? = nil, property: String? = nil,
    changesVersionHash: Bool = false
  ) {
    (self.text, self.entity, self.property) = (text, entity, property)
    self.changesVersionHash = changesVersionHash
  }

  /// The subject of the note, such as `V2: Trip.name`; empty for the whole model.
  package var place: String {
    let path = [entity, property].compactMap(\.self).joined(separator: ".")
    return [version, path.isEmpty ? nil : path].compactMap(\.self).joined(separator: ": ")
  }

  package var description: String { place.isEmpty ? text : "\(place): \(text)" }
}
