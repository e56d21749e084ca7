import DataSchema
import Foundation
import RecordStore

/// A kind of store that the tool can work with.
package protocol StoreKind: Sendable {
  /// What messages call it.
  var name: String { get }

  /// Whether a place, as a user writes it, is one of the kind's.
  func recognizes(_ place: String) -> Bool

  /// Opens a store, of which nothing is changed.
  ///
  /// - Throws: `SwiftDataError` where it cannot be read.
  func open(_ place: String) throws -> any OpenedStore

  /// Opens a damaged store for what can be read of it.
  ///
  /// - Throws: `SwiftDataError` where nothing can be read.
  func openForSalvage(_ place: String) throws -> any OpenedStore

  /// Opens a store to change its rows.
  ///
  /// - Throws: `SwiftDataError` where it cannot be written, or tells too little of itself.
  func openForWriting(_ place: String) throws -> RecordEngine

  /// Mends what can be of what is wrong with a store, after a copy of it was made.
  ///
  /// - Parameters:
  ///   - place: The store.
  ///   - backup: Where the copy goes; nil for a place beside the store.
  /// - Returns: Where the copy is.
  /// - Throws: `ToolError` where no copy can be made, and what the store throws; nothing is mended then.
  func repair(_ place: String, backup: String?) throws -> String

  /// Copies a store with all that belongs to it.
  ///
  /// - Throws: `ToolError` where something is there already, or it cannot be copied.
  func copy(_ place: String, to target: String) throws

  /// Brings a store to another schema, as far as what is what follows from names and former names.
  ///
  /// Whatever happens meanwhile, the store holds the one or the other.
  ///
  /// - Parameters:
  ///   - place: The store.
  ///   - model: The schema.
  ///   - mode: Whether the store itself is migrated, and where a copy is kept.
  ///   - dropsRows: Whether rows are deleted whose entities the schema lacks; otherwise they are in the way.
  ///   - progress: Told how many of how many rows are copied, in the tables that have to be.
  /// - Returns: What came of it; where something was in the way, nothing was changed.
  /// - Throws: `ToolError` where no copy can be made, and what the store throws; it is as it was.
  func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool,
    progress: @escaping (Int, Int) -> Void
  ) throws -> MigratedStore
}

/// A store that is read.
package protocol OpenedStore: AnyObject {
  var place: String { get }
  /// Its rows.
  var engine: RecordEngine { get }
  /// Where its entities are known from.
  var origin: ModelOrigin { get }
  /// What was left out because it is missing, as sentences; none but in stores that were opened for salvage.
  var losses: [String] { get }

  /// Who may read and write it, and so what is made of it; nil for what the process's mask says.
  var permissions: FileSystem.Permissions? { get }

  /// What it says of itself, beside its entities.
  ///
  /// - Throws: What reading throws.
  func facts() throws -> StoreFacts

  /// The earliest and the latest date of a transaction; nil where there is none.
  ///
  /// - Throws: What reading throws.
  func historyDates() throws -> ClosedRange<Date>?

  /// What is wrong with it.
  ///
  /// - Throws: What reading throws.
  func problems() throws -> [StoreProblem]

  /// Its entities with the default values that it tells of them, for giving them to rows of other stores.
  ///
  /// - Throws: What reading throws.
  func modelWithDefaults() throws -> ModelDescription

  /// What bringing it to another schema would do; nothing is done.
  ///
  /// - Parameters:
  ///   - model: The schema.
  ///   - dropsRows: Whether rows may be deleted whose entities the schema lacks.
  /// - Returns: What would be done, and what is in the way.
  /// - Throws: What reading throws, and `ToolError` for a store that tells too little of itself.
  func migration(to model: ModelDescription, dropsRows: Bool) throws -> StoreMigration
}

/// What bringing a store to another schema would do.
package struct StoreMigration: Sendable {
  /// What becomes of one table.
  package struct Table: Sendable {
    package var table: String
    package var rows: Int64
    /// What happens, in words.
    package var text: String
  }

  /// Whether anything would change; of a store of Apple's frameworks only the version hashes count.
  package var isNeeded: Bool
  package var tables: [Table]
  /// What no rule covers, as sentences; empty where the migration would do.
  package var obstacles: [String]
  /// What would be executed; none where something is in the way.
  package var statements: [String]
}

extension StoreKind {
  package func openForSalvage(_ place: String) throws -> any OpenedStore { try open(place) }
}

extension OpenedStore {
  package var losses: [String] { [] }
  package var permissions: FileSystem.Permissions? { nil }
  package var model: ModelDescription { engine.model }

  /// The earliest and the latest date of a transaction; nil where there is none.
  ///
  /// Reads all of the history.
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

/// What a store says of itself.
package struct StoreFacts: Sendable {
  package struct Fact: Sendable {
    /// In the words of people.
    package var title: String
    /// In JSON.
    package var name: String
    package var value: JSONValue
    /// The value in the words of people; nil where another fact tells it.
    package var text: String?

    package init(_ title: String, _ name: String, _ value: JSONValue, _ text: String?) {
      (self.title, self.name, self.value, self.text) = (title, name, value, text)
    }

    package init(_ title: String, _ name: String, _ text: String) {
      self.init(title, name, .string(text), text)
    }
  }

  package var facts: [Fact] = []
  /// Why the store may not be whole; empty where nothing was found at a first look.
  package var complaints: [String] = []

  package init() {}

  package mutating func add(_ fact: Fact) { facts.append(fact) }
}

/// Something that is wrong with a store.
package struct StoreProblem: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The database says that it is damaged.
    case damage
    /// A relationship leads to a row that is not there.
    case danglingKey
    /// A row of a many-to-many relationship has an end that is not there.
    case danglingPair
    /// The counter of keys has fallen behind the rows.
    case counterBehind
    /// A row is of no entity that its table is for.
    case wrongEntity
    /// A file that no row names.
    case orphanFile
    /// A row names a file that is not there.
    case missingFile
    /// A place in an order that nobody or somebody else has.
    case order
    /// A table that is not there.
    case missingTable
    /// A column that is not there.
    case missingColumn
    /// An index that is not there.
    case missingIndex
    /// The counter of keys of an entity is not there.
    case missingCounter
    /// Rows that share a value which is to be unique.
    case duplicate
    /// A row whose key no row can have.
    case wrongKey
    /// No value where the property needs one.
    case missingValue
    /// A value of another type than the property has.
    case wrongType
    /// The bytes of an encoded value that nobody can decode.
    case unreadableValue
    /// A relationship between two rows that one of them knows nothing of.
    case oneSided
  }

  package var kind: Kind
  /// What is wrong and where, as a sentence.
  package var message: String
  /// How many rows or files are concerned.
  package var count: Int
  /// Whether `repair` mends it.
  package var canBeRepaired: Bool

  package init(_ kind: Kind, _ message: String, count: Int = 1, canBeRepaired: Bool = true) {
    self.kind = kind
    self.message = message
    self.count = count
    self.canBeRepaired = canBeRepaired
  }
}

/// The kinds of stores that a tool knows.
package struct StoreKinds: Sendable {
  /// In the order in which they are asked.
  package var kinds: [any StoreKind]

  package init(_ kinds: [any StoreKind]) { self.kinds = kinds }

  /// Those that the tool comes with.
  package static let standard = StoreKinds([SQLiteStoreKind()])

  private func kind(of place: String) throws -> any StoreKind {
    if let kind = kinds.first(where: { $0.recognizes(place) }) { return kind }
    // What stands behind the scheme may be a password.
    let scheme = place.prefix { $0 != ":" }
    throw ToolError(
      .cannotOpen,
      "An address that begins with “\(scheme):” is no place of a store that is known.",
      advice: "Those of a PostgreSQL begin with postgres://, and are known to a program that was "
        + "built where libpq is.")
  }

  /// The kind of a store that is to be made.
  ///
  /// - Throws: `ToolError`.
  package func making(_ place: String) throws -> any StoreMaking {
    if let kind = try kind(of: place) as? any StoreMaking { return kind }
    throw ToolError(.failed, "No store can be made at “\(place)”.")
  }

  /// Opens a store, of which nothing is changed.
  ///
  /// - Throws: `ToolError`.
  package func open(_ place: String) throws -> any OpenedStore {
    do { return try kind(of: place).open(place) } catch { throw ToolError(error, isOpening: true) }
  }

  /// Opens a damaged store for what can be read of it.
  ///
  /// - Throws: `ToolError`.
  package func openForSalvage(_ place: String) throws -> any OpenedStore {
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

  /// Mends a store, after a copy of it was made, and tells where that is.
  ///
  /// - Throws: `ToolError`.
  package func repair(_ place: String, backup: String?) throws -> String {
    try kind(of: place).repair(place, backup: backup)
  }

  /// Copies a store with all that belongs to it.
  ///
  /// - Throws: `ToolError`.
  package func copy(_ place: String, to target: String) throws {
    _ = try open(place)
    try kind(of: place).copy(place, to: target)
  }
  /// Brings a store to another schema; see `StoreKind`.
  ///
  /// - Throws: `ToolError`.
  package func migrate(
    _ place: String, to model: ModelDescription, _ mode: MigrationMode, dropsRows: Bool = false,
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> MigratedStore {
    try kind(of: place).migrate(
      place, to: model, mode, dropsRows: dropsRows, progress: progress)
  }
}
