import Foundation

/// A report of what migrating a store would do, created without changing the store.
///
/// Its description is for people, and ``json()`` is for programs.
public struct MigrationReport: Codable, Hashable, Sendable {
  /// One stage of the migration.
  public struct Stage: Codable, Hashable, Sendable {
    /// Whether a stage is inferred or has migration code.
    public enum Kind: String, Codable, Hashable, Sendable {
      /// Everything follows from the two versions.
      case lightweight
      /// The stage has migration code, which a report cannot predict.
      case custom
    }

    /// The number of the stage, from 1.
    public let number: Int
    /// The version that the stage starts from; nil if the store does not name one.
    public let fromVersion: Schema.Version?
    /// The version that the stage leads to.
    public let toVersion: Schema.Version
    /// Whether the stage is inferred or has migration code.
    public let kind: Kind
    /// The changes in words, one line for each entity.
    public let changes: [String]
    /// The changes to each table.
    public let tables: [Table]
    /// The SQL statements, without those that copy rows.
    public let statements: [String]
    /// The additional space that the store needs while the stage runs, in bytes; an estimate.
    public let estimatedSize: Int64
  }

  /// The changes to one table.
  public struct Table: Codable, Hashable, Sendable {
    /// The work that migrating a table takes.
    public enum Work: String, Codable, Hashable, Sendable {
      /// The table is not changed.
      case kept
      /// Names change and columns are added, but no row is written.
      case extended
      /// Every row is copied.
      case rebuilt
      /// The table is new.
      case created
      /// The table is removed.
      case dropped
    }

    /// The name of the table.
    public let name: String
    /// The work that migrating the table takes.
    public let work: Work
    /// The number of rows concerned; for stages after the first, as many as before the first stage.
    public let rows: Int64
    /// The changes in words.
    public let description: String
  }

  /// A problem that has to be solved before a stage can run.
  public struct Obstacle: Codable, Hashable, Sendable {
    /// The number of the stage, from 1.
    public let stage: Int
    /// The entity in the version that the stage leads to.
    public let entity: String
    /// The property; nil if it concerns the whole entity.
    public let property: String?
    /// The problem.
    public let description: String
    /// Code that would solve it.
    public let advice: String
    /// Whether it concerns rows, which the migration code of the stage may change first.
    public let mayBeSolvedByStage: Bool
  }

  /// The store's file.
  public let storePath: String
  /// The version that the store was written with; nil if it does not name one.
  public let storedVersion: Schema.Version?
  /// The version that it would be migrated to.
  public let targetVersion: Schema.Version
  /// The stages, in order; empty if the store needs no migration.
  public let stages: [Stage]
  /// The problems that prevent the migration.
  ///
  /// For stages after the first, only those that follow from the versions.
  public let obstacles: [Obstacle]

  /// Whether the store needs a migration.
  public var isNeeded: Bool { !stages.isEmpty }

  /// The additional space that the store needs while it is migrated, in bytes; an estimate.
  public var estimatedSize: Int64 { stages.reduce(0) { $0 + $1.estimatedSize } }

  /// The report as JSON text, with keys in alphabetical order.
  ///
  /// - Throws: Errors of the encoder.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension MigrationReport {
  private enum CodingKeys: String, CodingKey {
    case storePath, storedVersion, targetVersion, stages, obstacles, isNeeded, estimatedSize
  }

  /// Decodes a report that `json()` wrote.
  ///
  /// - Throws: `DecodingError` if the text is not a report.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    storePath = try container.decode(String.self, forKey: .storePath)
    storedVersion = try container.decodeIfPresent(Schema.Version.self, forKey: .storedVersion)
    targetVersion = try container.decode(Schema.Version.self, forKey: .targetVersion)
    stages = try container.decode([Stage].self, forKey: .stages)
    obstacles = try container.decode([Obstacle].self, forKey: .obstacles)
  }

  /// Encodes the report, including its computed properties.
  ///
  /// - Throws: Errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(storePath, forKey: .storePath)
    try container.encodeIfPresent(storedVersion, forKey: .storedVersion)
    try container.encode(targetVersion, forKey: .targetVersion)
    try container.encode(stages, forKey: .stages)
    try container.encode(obstacles, forKey: .obstacles)
    try container.encode(isNeeded, forKey: .isNeeded)
    try container.encode(estimatedSize, forKey: .estimatedSize)
  }
}
