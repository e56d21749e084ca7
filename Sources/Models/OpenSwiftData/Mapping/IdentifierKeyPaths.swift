/// The key paths to the identifier of a model that is known only as a `PersistentModel`.
enum IdentifierKeyPaths {
  /// The key paths that lead to the persistent identifier, whatever the class declares.
  static func of<Model: PersistentModel>(_ type: Model.Type) -> [AnyKeyPath] {
    // Without the type, `\Model.id` is the requirement of `Identifiable`.
    [\Model.persistentModelID, \Model.id as KeyPath<Model, PersistentIdentifier>]
  }

  /// The key paths that lead to the class's `id` of `Identifiable`: a declared property or the
  /// persistent identifier.
  static func identity<Model: PersistentModel>(_ type: Model.Type) -> [AnyKeyPath] {
    [\Model.id as KeyPath<Model, Model.ID>, ofIdentifiable(type)]
  }

  private static func ofIdentifiable<Model: Identifiable>(_ type: Model.Type) -> AnyKeyPath {
    \Model.id
  }
}

extension _GeneratedCode {
  /// The key path of a model's identifier, for code that the macros generate for classes that may
  /// have subclasses.
  public static func identifierKeyPath<Model: PersistentModel>(_ model: Model.Type) -> AnyKeyPath {
    \Model.persistentModelID
  }
}
