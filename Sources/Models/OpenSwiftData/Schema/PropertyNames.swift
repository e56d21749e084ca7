import Foundation

/// The names of a model's stored properties, by key path.
struct PropertyNames {
  let model: any PersistentModel.Type
  private let properties: [Schema.PropertyMetadata]

  init(_ model: any PersistentModel.Type) { self.init(model, model.schemaMetadata) }

  /// - Parameters:
  ///   - model: The model.
  ///   - metadata: The metadata of its properties.
  init(_ model: any PersistentModel.Type, _ metadata: [Schema.PropertyMetadata]) {
    self.model = model
    properties = metadata.filter { !$0.name.isEmpty }
  }

  /// The name of the property that a key path leads to, with dots if it leads into a value.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it does not lead to a stored property.
  func name(of keyPath: AnyKeyPath) throws -> String {
    if let name = knownName(of: keyPath) { return name }
    throw SwiftDataError.unsupportedKeyPath.explained(
      "\(keyPath.readable) is not a stored property of \(_typeName(model, qualified: false)).",
      entity: _typeName(model, qualified: false),
      advice: "Use a key path to a stored property of the model.")
  }

  /// The name of the property that a key path leads to; nil if it is not a stored property.
  func knownName(of keyPath: AnyKeyPath) -> String? {
    // Few properties have the same type; only their key paths are created.
    let valueType = type(of: keyPath).valueType
    let same = properties.first { $0.valueType == valueType && $0.keypath == keyPath }
    return same?.name ?? nameByDescription(of: keyPath)
  }

  /// The name of the property that a key path leads to, given the path as the model's code writes
  /// it.
  ///
  /// The first component is identified by its written name: with whole-module compilation, the
  /// description shows a different address for it in each file.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it does not lead to a stored property.
  func name(of keyPath: AnyKeyPath, written: String) throws -> String {
    let names = written.split(separator: ".").map(String.init)
    if names.count > 1, let first = properties.first(where: { $0.name == names[0] }) {
      let passed = Self.parts(of: first.keypath).count
      if Self.parts(of: keyPath).dropFirst(passed).elementsEqual(names.dropFirst()) {
        return written
      }
    }
    return try name(of: keyPath)
  }

  /// The names of the properties that lists of key paths lead to.
  ///
  /// - Parameters:
  ///   - lists: The key paths.
  ///   - written: The key paths as the model's code writes them; nil if that is not known.
  /// - Returns: The names.
  /// - Throws: `SwiftDataError.unsupportedKeyPath` for a key path that does not lead to a stored
  ///   property.
  func names(of lists: [[AnyKeyPath]], written: [[String]]?) throws -> [[String]] {
    guard let written, written.map(\.count) == lists.map(\.count) else {
      return try lists.map { try $0.map(name(of:)) }
    }
    return try zip(lists, written).map { paths, names in
      try zip(paths, names).map { try name(of: $0, written: $1) }
    }
  }

  /// Whether all of the names are names of stored properties.
  func contain(_ names: [String]) -> Bool {
    names.allSatisfy { name in properties.contains { $0.name == name } }
  }

  /// The name of a property, from the description of a key path.
  ///
  /// A key path into a structure does not equal any of the model's own. But it begins with the same
  /// components as one of them, and its description shows the components: stored properties by
  /// name, others by an address.
  private func nameByDescription(of keyPath: AnyKeyPath) -> String? {
    let parts = Self.parts(of: keyPath)
    for property in properties {
      let ownParts = Self.parts(of: property.keypath)
      guard !ownParts.isEmpty, parts.starts(with: ownParts) else { continue }
      let rest = parts.dropFirst(ownParts.count)
      guard rest.allSatisfy({ !$0.contains("<") }) else { return nil }
      return ([property.name] + rest).joined(separator: ".")
    }
    return nil
  }

  /// The components of the description after the root, without marks of optional chaining.
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
  /// - Throws: `DecodingError` if the model does not have one of them.
  func keyPaths<Model: PersistentModel>(
    named names: [String], of type: Model.Type, at codingPath: [any CodingKey]
  ) throws -> [PartialKeyPath<Model>] {
    try names.map { name in
      guard
        let path = properties.last(where: { $0.name == name })?.keypath as? PartialKeyPath<Model>
      else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: codingPath,
            debugDescription: "\(_typeName(type)) has no stored property \(name)."))
      }
      return path
    }
  }
}
