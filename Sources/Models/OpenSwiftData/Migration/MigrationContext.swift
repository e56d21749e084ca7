import CoreDataFormat
import DataSchema
import RecordStore

/// One stage of a migration, for its closures.
///
/// It is valid only during the closure that it is passed to. Afterwards its contexts throw
/// `SwiftDataError.migrationStageIsOver`.
public final class MigrationContext {
  /// The models of the old version.
  ///
  /// In a stage of ``MigrationStage/custom(fromVersion:toVersion:migrate:)`` they can be read while
  /// the new models are written. In `willMigrate` they can be changed. In any other `didMigrate`
  /// they no longer exist, and fetching one throws `SwiftDataError.unknownSchema`.
  public let old: ModelContext
  /// The models of the version that the stage leads to.
  ///
  /// In `willMigrate` there are none yet, and fetching one throws `SwiftDataError.unknownSchema`.
  public let new: ModelContext

  /// The connections for the user's SQL statements, by the name of the configuration.
  let connections: [(configuration: String, connection: StageConnection)]
  /// The mapping of the entities to the new version; nil before the stage.
  let succession: StageSuccession?
  /// Whether the rows of the old version are kept until the stage is over.
  private(set) var keepsSource = false

  init(
    old: ModelContext, new: ModelContext,
    _ connections: [(configuration: String, connection: StageConnection)],
    _ succession: StageSuccession?
  ) {
    self.old = old
    self.new = new
    self.connections = connections
    self.succession = succession
  }

  /// Keeps the rows of the old version until the stage is over.
  func keepSource() { keepsSource = true }
}

extension ModelContext {
  /// The migration stage that the context was made for; nil for any other context.
  public var migration: MigrationContext? { migrationStage as? MigrationContext }
}

extension MigrationStage {
  /// Creates a stage whose closure reads the old models and writes the new ones.
  ///
  /// Changes that follow from the two versions are applied first, so that the new models have all
  /// values that have not changed. The closure does the rest. The rows of all entities are copied,
  /// because those of the old version are kept until the closure is done.
  ///
  /// - Parameters:
  ///   - fromVersion: The old version.
  ///   - toVersion: The version that the stage leads to.
  ///   - migrate: The program's migration code; new models that it does not save are saved
  ///     afterwards.
  /// - Returns: A ``MigrationStage/custom(fromVersion:toVersion:willMigrate:didMigrate:)``.
  public static func custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    migrate: @escaping (_ migration: MigrationContext) throws -> Void
  ) -> MigrationStage {
    .custom(
      fromVersion: fromVersion, toVersion: toVersion,
      willMigrate: { $0.migration?.keepSource() },
      didMigrate: { context in
        guard let migration = context.migration else {
          throw SwiftDataError.migrationStageIsOver.explained(
            "The stage's closure was called outside a migration.",
            advice: "Pass the migration plan to a ModelContainer, which calls the closure.")
        }
        try migrate(migration)
      })
  }
}

/// The mapping from the entities of one version to those of the next.
struct StageSuccession {
  let evolutions: [StoreEvolution]
  /// The offsets that are added to keys, by the name of the entity in the old version.
  let raisedKeys: [String: Int64]

  /// Whether rows of the entity `old` become rows of the entity `new`.
  func leads(from old: String, to new: String) -> Bool {
    evolutions.contains { evolution in
      let mapping = evolution.mapping
      return mapping.source.descendants(of: old).contains { name in
        mapping.entity(from: name).map { mapping.target.isKind($0.target, of: new) } ?? false
      }
    }
  }
}
