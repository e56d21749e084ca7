import Foundation

/// What migrating a store would do, found out without changing it.
///
/// As text it is meant for people, as ``json()`` for programs.
public struct MigrationReport: Codable, Hashable, Sendable {
  /// One stage of the migration.
  public struct Stage: Codable, Hashable, Sendable {
    /// Who decides what happens in a stage.
    public enum Kind: String, Codable, Hashable, Sendable {
      /// It follows from the two versions.
      case lightweight
      /// The program has a part in it, of which a report can say nothing.
      case custom
    }

    /// The number of the stage, from 1.
    public let number: Int
    /// The version that the stage leads from; nil where the store names none.
    public let fromVersion: Schema.Version?
    /// The version that the stage leads to.
    public let toVersion: Schema.Version
    /// Who decides what happens.
    public let kind: Kind
    /// What changes, in words, one line for each entity.
    public let changes: [String]
    /// What becomes of each table.
    public let tables: [Table]
    /// The statements of SQL, but for the parts in which rows are copied.
    public let statements: [String]
    /// How much more room the store needs while the stage runs, in bytes; an estimate.
    public let estimatedSize: Int64
  }

  /// What becomes of one table.
  public struct Table: Codable, Hashable, Sendable {
    /// How much work a table is.
    public enum Work: String, Codable, Hashable, Sendable {
      /// The table stays as it is.
      case kept
      /// Names change and columns are added, without any row being written.
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
    /// How much work it is.
    public let work: Work
    /// How many rows it is about; for all but the first stage, as many as there are before it.
    public let rows: Int64
    /// What happens, in words.
    public let description: String
  }

  /// Something that has to be solved before a stage can do its work.
  public struct Obstacle: Codable, Hashable, Sendable {
    /// The number of the stage, from 1.
    public let stage: Int
    /// The entity in the version that the stage leads to.
    public let entity: String
    /// The property; nil where the whole entity is concerned.
    public let property: String?
    /// What is in the way.
    public let description: String
    /// The code that would solve it.
    public let advice: String
    /// Whether it concerns rows, which a program's part of the stage may change first.
    public let mayBeSolvedByStage: Bool
  }

  /// The store's file.
  public let storePath: String
  /// The version that the store was written with; nil where it names none.
  public let storedVersion: Schema.Version?
  /// The version that it would be migrated to.
  public let targetVersion: Schema.Version
  /// The stages, in their order; none where the store needs nothing.
  public let stages: [Stage]
  /// What is in the way.
  ///
  /// For all but the first stage, only what the versions alone tell.
  public let obstacles: [Obstacle]

  /// Whether there is anything to do.
  public var isNeeded: Bool { !stages.isEmpty }

  /// How much more room the store needs while it is migrated, in bytes; an estimate.
  public var estimatedSize: Int64 { stages.reduce(0) { $0 + $1.estimatedSize } }

  /// The report as JSON text, with keys in alphabetical order.
  ///
  /// - Throws: What the encoder throws.
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

  /// Reads a report that `json()` wrote.
  ///
  /// - Throws: `DecodingError` when the text is no report.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    storePath = try container.decode(String.self, forKey: .storePath)
    storedVersion = try container.decodeIfPresent(Schema.Version.self, forKey: .storedVersion)
    targetVersion = try container.decode(Schema.Version.self, forKey: .targetVersion)
    stages = try container.decode([Stage].self, forKey: .stages)
    obstacles = try container.decode([Obstacle].self, forKey: .obstacles)
  }

  /// Writes the report with what follows from it.
  ///
  /// - Throws: What the encoder throws.
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
