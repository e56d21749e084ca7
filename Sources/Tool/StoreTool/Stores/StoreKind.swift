import DataSchema
import Foundation
import RecordStore

/// A kind of store that the tool supports.
package protocol StoreKind: Sendable {
  /// The name of the kind in messages.
  var name: String { get }

  /// Whether a place, as a user writes it, belongs to this kind.
  func recognizes(_ place: String) -> Bool

  /// Opens a store without changing it.
  ///
  /// - Throws: `SwiftDataError` if it cannot be read.
  func open(_ place: String) throws -> any ToolStore

  /// Opens a damaged store to read what is readable.
  ///
  /// - Throws: `SwiftDataError` if nothing can be read.
  func openForSalvage(_ place: String) throws -> any ToolStore

  /// Opens a store to change its rows.
  ///
  /// - Throws: `SwiftDataError` if it cannot be written, or does not contain enough of its model.
  func openForWriting(_ place: String) throws -> RecordEngine

  /// Repairs the problems of a store as far as possible, after it is backed up.
  ///
  /// - Parameters:
  ///   - place: The store.
  ///   - backup: The path of the backup; nil for a free path beside the store.
  /// - Returns: The path of the backup.
  /// - Throws: `ToolError` if the backup cannot be made; errors of the store. Nothing is repaired
  ///   then.
  func repair(_ place: String, backup: String?) throws -> String

  /// Copies a store with everything that belongs to it.
  ///
  /// - Returns: The copy, which can be deleted again.
  /// - Throws: `ToolError` if something exists at the target, or the store cannot be copied.
  func copy(_ place: String, to target: String) throws -> MadeCopy

  /// Migrates a store to another schema, with the changes that follow from names and original
  /// names.
  ///
  /// The migration is atomic: whatever happens, the store has either the old schema or the new one.
  ///
  /// - Parameters:
  ///   - place: The store.
  ///   - model: The schema.
  ///   - mode: Whether the store itself is migrated, and where a backup is kept.
  ///   - dropsRows: Whether to delete rows of entities that the schema lacks; otherwise they
  ///     prevent the migration.
  ///   - progress: Called with the number of copied rows and the total, for tables that must be
  ///     copied.
  /// - Returns: The result; if something prevented the migration, nothing was changed.
  /// - Throws: `ToolError` if no copy can be made; errors of the store, which is unchanged then.
  func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigrationSummary
}

/// A store that is open for reading.
package protocol ToolStore: AnyObject {
  var place: String { get }
  /// Reads the store's rows.
  var engine: RecordEngine { get }
  /// Where the model was taken from.
  var origin: ModelOrigin { get }
  /// What is missing and was skipped, as sentences; always empty unless the store was opened for
  /// salvage.
  var losses: [String] { get }

  /// The permissions of the store, which files made from it inherit; nil to use the process's
  /// umask.
  var permissions: FileSystem.Permissions? { get }

  /// Reads the properties of the store other than its entities.
  ///
  /// - Throws: Errors of reading.
  func facts() throws -> StoreFacts

  /// The earliest and the latest date of a transaction; nil if there are no transactions.
  ///
  /// - Throws: Errors of reading.
  func historyDates() throws -> ClosedRange<Date>?

  /// Finds the problems of the store.
  ///
  /// - Throws: Errors of reading.
  func problems() throws -> [StoreProblem]

  /// The model with the default values that the store records, for use in other stores.
  ///
  /// - Throws: Errors of reading.
  func modelWithDefaults() throws -> ModelDescription

  /// Plans a migration to another schema, without performing it.
  ///
  /// - Parameters:
  ///   - model: The schema.
  ///   - dropsRows: Whether rows of entities that the schema lacks may be deleted.
  /// - Returns: The planned changes, and what prevents them.
  /// - Throws: Errors of reading, and `ToolError` for a store that does not contain enough of its
  ///   model.
  func migration(to model: ModelDescription, dropsRows: Bool) throws -> MigrationPreview
}

/// A copy of a store that the tool made.
package struct MadeCopy: Sendable {
  /// Deletes the copy, but nothing that existed before it was made.
  package let delete: @Sendable () -> Void
}

/// The plan of a migration.
package struct MigrationPreview: Sendable {
  /// The effect on one table.
  package struct Table: Sendable {
    package var table: String
    package var rows: Int64
    /// The effect, in words.
    package var text: String

    package init(table: String, rows: Int64, text: String) {
      (self.table, self.rows, self.text) = (table, rows, text)
    }
  }

  /// Whether the migration would change anything; for stores of Apple's frameworks, only version
  /// hashes count.
  package var isNeeded: Bool
  package var tables: [Table]
  /// What prevents the migration, as sentences; empty if it is possible.
  package var obstacles: [String]
  /// The SQL statements of the migration; empty if something prevents it.
  package var statements: [String]
  /// The statements around them in the migration's transaction.
  package var frame: (before: [String], after: [String])

  package init(
    isNeeded: Bool, tables: [Table], obstacles: [String], statements: [String],
    frame: (before: [String], after: [String])
  ) {
    (self.isNeeded, self.tables, self.obstacles) = (isNeeded, tables, obstacles)
    (self.statements, self.frame) = (statements, frame)
  }
}

extension StoreKind {
  package func openForSalvage(_ place: String) throws -> any ToolStore { try open(place) }
}

extension ToolStore {
  package var losses: [String] { [] }
  package var permissions: FileSystem.Permissions? { nil }
  package var model: ModelDescription { engine.model }

  /// The earliest and the latest date of a transaction; nil if there are no transactions.
  ///
  /// Reads the whole history.
  package func historyDates() throws -> ClosedRange<Date>? {
    var range: ClosedRange<Date>?
    try engine.forEachTransaction { transaction in
      let date = transaction.date
      range = min(range?.lowerBound ?? date, date)...max(range?.upperBound ?? date, date)
      return true
    }
    return range
  }
}

/// Properties of a store, for display.
package struct StoreFacts: Sendable {
  package struct Fact: Sendable {
    /// The name in text output.
    package var title: String
    /// The name in JSON.
    package var name: String
    package var value: JSONValue
    /// The value in text output; nil if another fact includes it.
    package var text: String?

    package init(_ title: String, _ name: String, _ value: JSONValue, _ text: String?) {
      (self.title, self.name, self.value, self.text) = (title, name, value, text)
    }

    package init(_ title: String, _ name: String, _ text: String) {
      self.init(title, name, .string(text), text)
    }
  }

  package var facts: [Fact] = []
  /// Signs of damage; empty if a quick check found none.
  package var complaints: [String] = []

  package init() {}

  package mutating func add(_ fact: Fact) { facts.append(fact) }
}

/// A problem of a store.
package struct StoreProblem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The database reports that it is damaged.
    case damage
    /// A relationship refers to a row that does not exist.
    case danglingKey
    /// A row of a many-to-many relationship refers to a row that does not exist.
    case danglingPair
    /// The key counter is lower than the highest key.
    case counterBehind
    /// A row has the number of an entity that does not belong to its table.
    case wrongEntity
    /// No row refers to a file.
    case orphanFile
    /// A row refers to a file that does not exist.
    case missingFile
    /// A position in the order of members is missing, used twice, or belongs to a deleted row.
    case order
    /// A table is missing.
    case missingTable
    /// A column is missing.
    case missingColumn
    /// An index is missing.
    case missingIndex
    /// The key counter of an entity is missing.
    case missingCounter
    /// Rows share a value that must be unique.
    case duplicate
    /// A row has an invalid key.
    case wrongKey
    /// A required value is missing.
    case missingValue
    /// A value has another type than its property.
    case wrongType
    /// The bytes of an encoded value cannot be decoded.
    case unreadableValue
    /// A one-to-one relationship is stored in only one of the two rows.
    case oneSided
  }

  package var kind: Kind
  /// The problem and its location, as a sentence.
  package var message: String
  /// The number of affected rows or files.
  package var count: Int
  /// Whether `repair` can fix the problem.
  package var canBeRepaired: Bool

  package init(_ kind: Kind, _ message: String, count: Int = 1, canBeRepaired: Bool = true) {
    self.kind = kind
    self.message = message
    self.count = count
    self.canBeRepaired = canBeRepaired
  }
}

/// The kinds of stores that the tool supports.
package struct StoreKinds: Sendable {
  /// The kinds, in the order in which they are tried.
  package var kinds: [any StoreKind]

  package init(_ kinds: [any StoreKind]) { self.kinds = kinds }

  /// The kinds that are always available.
  package static let standard = StoreKinds([SQLiteStoreKind()])

  private func kind(of place: String) throws -> any StoreKind {
    if let kind = kinds.first(where: { $0.recognizes(place) }) { return kind }
    // The text after the scheme may contain a password.
    let scheme = place.prefix { $0 != ":" }
    throw ToolError(
      .cannotOpen,
      "A store cannot be opened at an address that begins with “\(scheme):”.",
      advice: "Specify a file, or an address that begins with postgres://. The latter needs a "
        + "program that was built with libpq.")
  }

  /// The kind of a store to create.
  ///
  /// - Throws: `ToolError`.
  package func making(_ place: String) throws -> any StoreMaking {
    let kind = try kind(of: place)
    if let kind = kind as? any StoreMaking { return kind }
    throw ToolError(
      .failed, "A store cannot be created at “\(place)”, because it would be \(kind.name).",
      advice: "Give the path of a new file, or an address that begins with postgres://.")
  }

  /// Opens a store without changing it.
  ///
  /// - Throws: `ToolError`.
  package func open(_ place: String) throws -> any ToolStore {
    do { return try kind(of: place).open(place) } catch { throw ToolError(error, isOpening: true) }
  }

  /// Opens a damaged store to read what is readable.
  ///
  /// - Throws: `ToolError`.
  package func openForSalvage(_ place: String) throws -> any ToolStore {
    do {
      return try kind(of: place).openForSalvage(place)
    } catch {
      throw ToolError(error, isOpening: true)
    }
  }

  /// Opens a store to change its rows.
  ///
  /// - Throws: `ToolError`.
  package func openForWriting(_ place: String) throws -> RecordEngine {
    do {
      return try kind(of: place).openForWriting(place)
    } catch {
      throw ToolError(error, isOpening: true)
    }
  }

  /// The kind of a database whose tables can become models; nil for a file, even a missing one.
  ///
  /// - Throws: `ToolError` for an address of an unknown kind.
  func generating(_ place: String) throws -> (any ModelGenerating)? {
    try kind(of: place) as? any ModelGenerating
  }

  /// Repairs a store, after it is backed up, and returns the path of the backup.
  ///
  /// - Throws: `ToolError`.
  package func repair(_ place: String, backup: String?) throws -> String {
    try kind(of: place).repair(place, backup: backup)
  }

  /// Copies a store with everything that belongs to it.
  ///
  /// - Returns: The copy, which can be deleted again.
  /// - Throws: `ToolError`.
  package func copy(_ place: String, to target: String) throws -> MadeCopy {
    _ = try open(place)
    return try kind(of: place).copy(place, to: target)
  }

  /// Migrates a store to another schema; see `StoreKind`.
  ///
  /// - Throws: `ToolError`.
  package func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool = false,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> MigrationSummary {
    try kind(of: place).migrate(
      place, to: model, mode, dropsRows: dropsRows, progress: progress)
  }
}
