/// The versions of a program's models and the ways from each to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The ways from version to version.
  static var stages: [MigrationStage] { get }
}

/// The way from one version of a program's models to the next.
///
/// > Important: Differs from SwiftData, where stages are not Sendable: `static let stages` compiles in
/// Swift 6 mode too.
public enum MigrationStage: @unchecked Sendable {
  // `@unchecked`: a migration runs the closures one after the other, on the thread that opens the
  // store, and nobody else runs them.

  /// What changed can be told from the two versions.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// The program has a part in it, before the store changes, after, or both.
  ///
  /// `willMigrate` gets a context with the old models, `didMigrate` one with the new; each has to
  /// save what it changes.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((_ context: ModelContext) throws -> Void)?,
    didMigrate: ((_ context: ModelContext) throws -> Void)?)
}
