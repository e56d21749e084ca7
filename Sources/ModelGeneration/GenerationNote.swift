/// Something about a model that its generated code does not say, or says in another way.
package struct GenerationNote: Hashable, Sendable, CustomStringConvertible {
  /// The version of the model; nil where there is one only.
  package var version: String?
  package var entity: String?
  package var property: String?
  /// What is not said, and what to do about it, as sentences.
  package var text: String
  /// Whether the version hash of the entity, and of those that inherit from it, is another than the file's.
  ///
  /// `GeneratedModels.opensStores` tells whether stores with the file's hash can be opened even so.
  package var changesVersionHash: Bool

  package init(
    _ text: String, entity: String? = nil, property: String? = nil,
    changesVersionHash: Bool = false
  ) {
    (self.text, self.entity, self.property) = (text, entity, property)
    self.changesVersionHash = changesVersionHash
  }

  /// What the note is about, such as `V2: Trip.name`; empty for the model as a whole.
  package var place: String {
    let path = [entity, property].compactMap(\.self).joined(separator: ".")
    return [version, path.isEmpty ? nil : path].compactMap(\.self).joined(separator: ": ")
  }

  package var description: String { place.isEmpty ? text : "\(place): \(text)" }
}
