import CoreDataFormat
import DataSchema
import RecordStore

/// One stage of a migration, as its closures see it.
///
/// It ends with the closure that it is given to; its contexts throw
/// `SwiftDataError.migrationStageIsOver` afterwards.
public final class MigrationContext {
  /// The models of the version before.
  ///
  /// In a stage of ``MigrationStage/custom(fromVersion:toVersion:migrate:)`` they can be read while
  /// the new ones are written; in `willMigrate` they can be changed. In any other `didMigrate` they
  /// are gone, and fetching one throws `SwiftDataError.unknownSchema`.
  public let old: ModelContext
  /// The models of the version that the stage leads to.
  ///
  /// In `willMigrate` there are none yet, and fetching one throws `SwiftDataError.unknownSchema`.
  public let new: ModelContext

  /// What statements of the user's run on, by the name of the configuration.
  let connections: [(configuration: String, connection: StageConnection)]
  /// What becomes of the entities; nil before the stage.
  let succession: StageSuccession?
  /// Whether the rows of the version before have to stay until the stage is over.
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

  /// Has the rows of the version before stay until the stage is over.
  func keepSource() { keepsSource = true }
}

extension MigrationStage {
  /// A stage whose closure reads the old models and writes the new ones.
  ///
  /// What follows from the two versions happens first, so that the new models have all values that
  /// have not changed; the closure does the rest. The rows of all entities are copied, since those of
  /// the version before stay until the closure is done.
  ///
  /// - Parameters:
  ///   - fromVersion: The version before.
  ///   - toVersion: The version that the stage leads to.
  ///   - migrate: What the program has to do; new models that it leaves unsaved are saved.
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
            "The stage's closure was called outside of a migration.",
            advice: "Let a container run the plan.")
        }
        try migrate(migration)
      })
  }
}

/// What becomes of the entities of one version in the next.
struct StageSuccession {
  let evolutions: [StoreEvolution]
  /// By how much keys are raised, by the name of the entity in the version before.
  let raisedKeys: [String: Int64]

  /// Whether rows of the entity `old` are among those of the entity `new`.
  func leads(from old: String, to new: String) -> Bool {
    evolutions.contains { evolution in
      let mapping = evolution.mapping
      return mapping.source.descendants(of: old).contains { name in
        mapping.entity(from: name).map { mapping.target.isKind($0.target, of: new) } ?? false
      }
    }
  }
}
