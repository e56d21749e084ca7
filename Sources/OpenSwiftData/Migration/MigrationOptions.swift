import Foundation

/// What a container may be told of the migration of its stores.
public struct MigrationOptions: Sendable {
  /// Where a copy of a store is kept before it is migrated.
  public enum Backup: Hashable, Sendable {
    /// No copy is made.
    case none
    /// Beside the store, as `NAME.backup-VERSION` after the store's file and its version.
    case beside
    /// In that file; with several stores each one after the first gets a number.
    case at(URL)
  }

  /// Whether and where stores are copied before they are migrated; not at all unless set.
  ///
  /// A copy is a whole store with the files of its large values, which can be opened where it is. It
  /// takes no other file's place: where there is a file of its name, a number is added.
  public var backup: Backup

  /// Told how far the migration is, on the thread that opens the container.
  ///
  /// What it throws ends the migration: the stores stay as they were, and the error arrives as it was
  /// thrown.
  public var onProgress: (@Sendable (MigrationProgress) throws -> Void)?

  /// How long opening waits where another program writes to the store, as one that migrates it does;
  /// five minutes unless set.
  public var lockTimeout: Duration

  /// Makes options.
  ///
  /// - Parameters:
  ///   - backup: Whether and where stores are copied before they are migrated.
  ///   - lockTimeout: How long opening waits where another program writes to the store.
  ///   - onProgress: Told how far the migration is; throwing ends it.
  public init(
    backup: Backup = .none, lockTimeout: Duration = .seconds(300),
    onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
  ) {
    self.backup = backup
    self.lockTimeout = lockTimeout
    self.onProgress = onProgress
  }
}

/// How far a migration is.
public struct MigrationProgress: Hashable, Sendable {
  /// The number of the stage that is running, from 1.
  public let stage: Int
  /// How many stages there are.
  public let stageCount: Int
  /// The version that the stage leads from; 0.0.0 where the store names none.
  public let fromVersion: Schema.Version
  /// The version that the stage leads to.
  public let toVersion: Schema.Version
  /// The entity whose rows are being copied; nil when a stage begins.
  public let entity: String?
  /// How many rows of the entity are copied.
  public let completedRows: Int64
  /// How many rows of the entity there are to copy.
  public let totalRows: Int64
}
