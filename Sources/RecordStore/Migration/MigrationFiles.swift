import CoreDataFormat
import DataSchema
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The files that a migration of one store makes, and those that it leaves without a row.
///
/// New files go when the migration fails, old ones when it has committed.
package final class MigrationFiles {
  /// Nil for a store in memory, whose values all stand in their rows.
  private let folder: ExternalFolder?
  private let owner: String
  private var made: Set<UUID> = []
  private var retired: Set<UUID> = []
  private var functions: [EffectFunction] = []

  /// - Parameters:
  ///   - location: Where the store is.
  ///   - owner: The identifier of the store.
  package init(_ location: StoreLocation, owner: String) {
    self.owner = owner
    folder = location.isInMemory ? nil : ExternalFolder(ofStoreAt: location.path)
  }

  /// Takes over the files of a transaction within the migration.
  package func add(made: some Sequence<UUID>, retired: some Sequence<UUID>) {
    self.made.formUnion(made)
    self.retired.formUnion(retired)
  }

  /// Brings the names of new files to the disk; called before the migration commits.
  package func prepareToCommit() throws {
    if !made.isEmpty { try folder?.makeDurable() }
  }

  /// Removes what the migration made, because it did not take place.
  package func removeMade() { folder?.remove(made) }

  /// Removes the old files once nothing can bring their rows back.
  package func removeRetired() {
    guard let folder, !retired.isEmpty, (try? folder.synchronizeLog()) != nil else { return }
    folder.remove(retired)
  }
}

extension MigrationFiles {
  /// Makes the functions callable that rows are copied with.
  package func register(on connection: SQLiteConnection) throws {
    let arguments = 1
    functions = [
      try connection.register(
        effect: EvolutionFunction.toExternal.rawValue, argumentCount: arguments
      ) { [unowned self] in try externalValue(of: $0[0]) },
      try connection.register(
        effect: EvolutionFunction.fromExternal.rawValue, argumentCount: arguments
      ) { [unowned self] in try plainValue(of: $0[0]) },
      try connection.register(
        effect: EvolutionFunction.newUUID.rawValue, argumentCount: arguments
      ) { _ in StoredValue.encode(UUID()) },
    ]
  }

  /// Makes the same functions callable for finding obstacles: they tell equal values from others as the real
  /// ones do, and no file is written or given up.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - location: The store.
  /// - Throws: `SQLError`.
  package static func registerForChecks(
    on connection: SQLiteConnection, _ location: StoreLocation
  ) throws {
    let folder = location.isInMemory ? nil : ExternalFolder(ofStoreAt: location.path)
    // Values in files are never equal, since each has a file of its own.
    let toExternal = { (value: SQLValue) -> SQLValue in
      guard case .blob(let bytes) = value else { return value }
      let isFile = folder != nil && bytes.count > ExternalData.largestInlineSize
      return (isFile ? ExternalData.file(UUID()) : .inline(bytes)).storedValue
    }
    let fromExternal = { (value: SQLValue) throws -> SQLValue in
      switch ExternalData(value) {
      case nil: value
      case .inline(let bytes): .blob(bytes)
      // One that is missing is told when the value is needed.
      case .file(let name): try folder?.read(name).map(SQLValue.blob) ?? .null
      }
    }
    let functions: [(EvolutionFunction, (SQLValue) throws -> SQLValue)] = [
      (.toExternal, toExternal), (.fromExternal, fromExternal),
      (.newUUID, { _ in StoredValue.encode(UUID()) }),
    ]
    for (function, body) in functions {
      _ = try connection.register(effect: function.rawValue, argumentCount: 1) { try body($0[0]) }
    }
  }

  /// What a function threw, where one did; SQLite knows only that it failed.
  package var failure: (any Error)? { functions.lazy.compactMap(\.failure).first }

  /// What a column with external storage holds for plain bytes.
  private func externalValue(of value: SQLValue) throws -> SQLValue {
    guard case .blob(let bytes) = value else { return value }
    guard let folder, bytes.count > ExternalData.largestInlineSize else {
      return ExternalData.inline(bytes).storedValue
    }
    let name = try folder.write(bytes, for: owner)
    made.insert(name)
    return ExternalData.file(name).storedValue
  }

  /// The plain bytes for what a column with external storage holds.
  private func plainValue(of value: SQLValue) throws -> SQLValue {
    switch ExternalData(value) {
    case nil: return value
    case .inline(let bytes): return .blob(bytes)
    case .file(let name):
      guard let folder, let bytes = try folder.read(name) else {
        throw SwiftDataError.valueCannotBeRead.explained(
          "The file that holds a value is missing.", path: folder?.file(name),
          advice: "Restore it from a backup; the store is as it was.")
      }
      retired.insert(name)
      return .blob(bytes)
    }
  }
}
