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
    if let name = nameByDescription(of: keyPath) { return name }
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(keyPath) is not a stored property of \(_typeName(model, qualified: false)).",
      entity: _typeName(model, qualified: false),
      advice: "Name a property that the model stores.")
  }

  /// The name that a key path's description leads to.
  ///
  /// A path into a structure is equal to none of the model's own. It begins with the same parts as
  /// one of them, though, and its description shows the parts: stored properties by name, others
  /// by an address.
  private func nameByDescription(of keyPath: AnyKeyPath) -> String? {
    let parts = Self.parts(of: keyPath)
    for (own, name) in namesByKeyPath {
      let ownParts = Self.parts(of: own)
      guard !ownParts.isEmpty, parts.starts(with: ownParts) else { continue }
      let rest = parts.dropFirst(ownParts.count)
      guard rest.allSatisfy({ !$0.contains("<") }) else { return nil }
      return ([name] + rest).joined(separator: ".")
    }
    return nil
  }

  /// The description's parts after the root, without marks of optional chaining.
  private static func parts(of keyPath: AnyKeyPath) -> [String] {
    let root = "\\\(type(of: keyPath).rootType)."
    let text = keyPath.debugDescription
    guard text.hasPrefix(root) else { return [] }
    return text.dropFirst(root.count).split(separator: ".")
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "?!")) }
      .filter { !$0.isEmpty }
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
