/// One version of a program's models.
public protocol VersionedSchema: SendableMetatype {
  /// The models of the version.
  static var models: [any PersistentModel.Type] { get }
  /// The version.
  static var versionIdentifier: Schema.Version { get }
}

extension Schema {
  /// Creates the schema of one version of a program's models.
  public convenience init(versionedSchema: any VersionedSchema.Type) {
    self.init(
      versionedSchema.models, versionedSchema.versionIdentifier, isVersioned: true)
  }
}
