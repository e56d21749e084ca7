import Foundation

/// Options for migrating the stores of a container.
public struct MigrationOptions: Sendable {
  /// Where to keep a copy of a store before it is migrated.
  public enum Backup: Hashable, Sendable {
    /// No copy is made.
    case none
    /// Next to the store, as `NAME.backup-VERSION` with the store's file name and version.
    case beside
    /// In this file; if there are several stores, a number is appended for each one after the
    /// first.
    case at(URL)
  }

  /// Whether and where stores are copied before they are migrated; not at all by default.
  ///
  /// A copy is a complete store, including the files of its large values, and can be opened in
  /// place. It never replaces a file: if a file of its name exists, a number is appended.
  public var backup: Backup

  /// Called with the progress of the migration, on the thread that opens the container.
  ///
  /// If it throws, the migration ends: the stores are unchanged, and the error is rethrown
  /// unchanged.
  public var onProgress: (@Sendable (MigrationProgress) throws -> Void)?

  /// How long opening waits while another program writes to the store, for example to migrate it;
  /// five minutes by default.
  public var lockTimeout: Duration

  /// Whether a store that needs a migration is migrated; true by default.
  ///
  /// If it is false, opening such a store throws `SwiftDataError.storeSchemaMismatch`, with the
  /// differences. The processes of a service open their stores so if another program applies
  /// migrations at deployment. Differences that do not affect the tables are ignored, and a store that
  /// does not exist is created. A custom store decides itself whether it migrates.
  public var allowsMigration = true

  /// Creates options.
  ///
  /// - Parameters:
  ///   - backup: Whether and where stores are copied before they are migrated.
  ///   - lockTimeout: How long opening waits while another program writes to the store.
  ///   - onProgress: Called with the progress of the migration; ends the migration if it throws.
  public init(
    backup: Backup = .none, lockTimeout: Duration = .seconds(300),
    onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
  ) {
    self.backup = backup
    self.lockTimeout = lockTimeout
    self.onProgress = onProgress
  }
}

extension MigrationOptions {
  /// Why stores must not be migrated, and what to do about it; nil if they may be.
  var refusal: (String, String)? {
    allowsMigration
      ? nil
      : (
        "is opened by a container whose MigrationOptions.allowsMigration is false",
        "Run the program that migrates the store, and open it again."
      )
  }
}

/// The progress of a migration.
public struct MigrationProgress: Hashable, Sendable {
  /// The number of the stage that is running, from 1.
  public let stage: Int
  /// The number of stages.
  public let stageCount: Int
  /// The version that the stage starts from; 0.0.0 if the store does not name one.
  public let fromVersion: Schema.Version
  /// The version that the stage leads to.
  public let toVersion: Schema.Version
  /// The entity whose rows are being copied; nil when a stage begins.
  public let entity: String?
  /// The number of the entity's rows that were copied.
  public let completedRows: Int64
  /// The number of the entity's rows to copy.
  public let totalRows: Int64
}
