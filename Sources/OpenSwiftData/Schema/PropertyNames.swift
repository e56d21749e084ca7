import Foundation

/// The names of a model's stored properties, by key path.
struct PropertyNames {
  let model: any PersistentModel.Type
  private let namesByKeyPath: [AnyKeyPath: String]
  private let keyPathsByName: [String: AnyKeyPath]

  init(_ model: any PersistentModel.Type) {
    self.model = model
    let named = model.schemaMetadata.filter { !$0.name.isEmpty }
    namesByKeyPath = Dictionary(named.map { ($0.keypath, $0.name) }) { first, _ in first }
    keyPathsByName = Dictionary(named.map { ($0.name, $0.keypath) }) { _, last in last }
  }

  /// The name of the property a key path leads to, with dots where it goes into a value.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` when it leads to no stored property.
  func name(of keyPath: AnyKeyPath) throws -> String {
    if let name = namesByKeyPath[keyPath] { return name }
    // A path into a structure, or from a subclass to what it inherits, is equal to none of the
    // model's own; its description still spells the names.
    let parts = keyPath.debugDescription.split(separator: ".").dropFirst()
      .map { $0.trimmingCharacters(in: ["?", "!"]) }
    if let first = parts.first, keyPathsByName[first] != nil {
      return parts.joined(separator: ".")
    }
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(keyPath) is not a stored property of \(_typeName(model, qualified: false)).",
      entity: _typeName(model, qualified: false),
      advice: "Name a property that the model stores.")
  }

  /// The key paths of the named properties.
  ///
  /// - Throws: `DecodingError` when the model lacks one of them.
  func keyPaths<Model: PersistentModel>(
    named names: [String], of type: Model.Type, at codingPath: [any CodingKey]
  ) throws -> [PartialKeyPath<Model>] {
    try names.map { name in
      guard let path = keyPathsByName[name] as? PartialKeyPath<Model> else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: codingPath,
            debugDescription: "\(_typeName(type)) has no stored property \(name)."))
      }
      return path
    }
  }
}
