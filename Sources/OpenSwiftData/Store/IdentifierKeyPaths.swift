/// The key paths by which code that knows a model only as a `PersistentModel` gets its identifier.
enum IdentifierKeyPaths {
  /// Those that lead to the persistent identifier, whatever the class declares.
  static func of<Model: PersistentModel>(_ type: Model.Type) -> [AnyKeyPath] {
    // Without the type, `\Model.id` is the requirement of `Identifiable`.
    [\Model.persistentModelID, \Model.id as KeyPath<Model, PersistentIdentifier>]
  }

  /// Those that lead to what the class has for the `id` of `Identifiable`: a property of its own,
  /// or the persistent identifier.
  static func identity<Model: PersistentModel>(_ type: Model.Type) -> [AnyKeyPath] {
    [\Model.id as KeyPath<Model, Model.ID>, ofIdentifiable(type)]
  }

  private static func ofIdentifiable<Model: Identifiable>(_ type: Model.Type) -> AnyKeyPath {
    \Model.id
  }
}

/// The key path of a model's identifier, for what the macros write of classes that may be inherited from.
public func _identifierKeyPath<Model: PersistentModel>(_ model: Model.Type) -> AnyKeyPath {
  \Model.persistentModelID
}
