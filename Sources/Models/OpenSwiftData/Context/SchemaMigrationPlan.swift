/// The versions of a program's models, and the stages from each to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages between versions.
  static var stages: [MigrationStage] { get }
}

/// The migration from one version of a program's models to the next.
///
/// > Important: Differs from SwiftData, where stages are not Sendable: `static let stages` compiles in
/// Swift 6 mode too.
public enum MigrationStage: @unchecked Sendable {
  // `@unchecked`: a migration runs the closures one after the other on the thread that opens the
  // store, and nothing else runs them.

  /// A stage that is inferred from the two versions.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// A stage with migration code that runs before the store changes, after it, or both.
  ///
  /// `willMigrate` receives a context with the old models, `didMigrate` one with the new models.
  /// Each has to save its changes.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((_ context: ModelContext) throws -> Void)?,
    didMigrate: ((_ context: ModelContext) throws -> Void)?)
}
