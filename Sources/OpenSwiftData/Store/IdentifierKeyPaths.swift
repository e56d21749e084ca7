/// The key paths by which code that knows a model only as a `PersistentModel` gets its identifier.
enum IdentifierKeyPaths {
  static func of<Model: PersistentModel>(_ type: Model.Type) -> [AnyKeyPath] {
    [\Model.persistentModelID, \Model.id]
  }
}
