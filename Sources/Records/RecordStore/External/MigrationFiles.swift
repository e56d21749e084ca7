import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The external files that a store's migration creates, and those that it replaces.
///
/// New files are deleted if the migration fails, old ones after it has committed.
package final class MigrationFiles {
  /// Nil for a store in memory, whose values are all stored in rows.
  private let folder: ExternalFolder?
  private let owner: String
  private var made: Set<UUID> = []
  private var retired: Set<UUID> = []
  private var functions: [EffectFunction] = []

  /// Creates an empty set of changes.
  ///
  /// - Parameters:
  ///   - location: The location of the store.
  ///   - owner: The identifier of the store.
  package init(_ location: StoreLocation, owner: String) {
    self.owner = owner
    folder = location.isInMemory ? nil : ExternalFolder(ofStoreAt: location.path)
  }

  /// Adds the files of a transaction within the migration.
  package func add(made: some Sequence<UUID>, retired: some Sequence<UUID>) {
    self.made.formUnion(made)
    self.retired.formUnion(retired)
  }

  /// Synchronizes the names of new files to the disk; called before the migration commits.
  package func prepareToCommit() throws {
    if !made.isEmpty { try folder?.makeDurable() }
  }

  /// Deletes the new files, because the migration failed.
  func removeMade() { folder?.remove(made) }

  /// Deletes the old files, once a crash can no longer restore their rows.
  package func removeRetired() {
    guard let folder, !retired.isEmpty, (try? folder.synchronizeLog()) != nil else { return }
    folder.remove(retired)
  }
}

extension MigrationFiles {
  /// Registers the SQL functions that copying rows needs.
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
      ) { _ in SQLValue.uuid(UUID()).stored },
    ]
  }

  /// Registers the same functions for finding obstacles.
  ///
  /// They compare values like the real functions, but neither write nor delete files.
  ///
  /// - Parameters:
  ///   - connection: A connection to the store.
  ///   - location: The location of the store.
  /// - Throws: `SQLError`.
  static func registerForChecks(
    on connection: SQLiteConnection, _ location: StoreLocation
  ) throws {
    let folder = location.isInMemory ? nil : ExternalFolder(ofStoreAt: location.path)
    // Values in files are never equal, because each has its own file.
    let toExternal = { (value: SQLValue) -> SQLValue in
      guard case .blob(let bytes) = value else { return value }
      let isFile = folder != nil && bytes.count > ExternalData.largestInlineSize
      return (isFile ? ExternalData.file(UUID()) : .inline(bytes)).storedValue
    }
    let fromExternal = { (value: SQLValue) throws -> SQLValue in
      switch ExternalData(value) {
      case nil: value
      case .inline(let bytes): .blob(bytes)
      // A missing file is reported when its value is needed.
      case .file(let name): try folder?.read(name).map(SQLValue.blob) ?? .null
      }
    }
    let functions: [(EvolutionFunction, (SQLValue) throws -> SQLValue)] = [
      (.toExternal, toExternal), (.fromExternal, fromExternal),
      (.newUUID, { _ in SQLValue.uuid(UUID()).stored }),
    ]
    for (function, body) in functions {
      _ = try connection.register(effect: function.rawValue, argumentCount: 1) { try body($0[0]) }
    }
  }

  /// The error that a function threw, if any; SQLite only knows that it failed.
  package var failure: (any Error)? { functions.lazy.compactMap(\.failure).first }

  /// Returns the stored value of a column with external storage for plain bytes.
  private func externalValue(of value: SQLValue) throws -> SQLValue {
    guard case .blob(let bytes) = value else { return value }
    guard let folder, bytes.count > ExternalData.largestInlineSize else {
      return ExternalData.inline(bytes).storedValue
    }
    let name = try folder.write(bytes, for: owner)
    made.insert(name)
    return ExternalData.file(name).storedValue
  }

  /// Returns the plain bytes for the stored value of a column with external storage.
  private func plainValue(of value: SQLValue) throws -> SQLValue {
    switch ExternalData(value) {
    case nil: return value
    case .inline(let bytes): return .blob(bytes)
    case .file(let name):
      guard let folder, let bytes = try folder.read(name) else {
        throw SwiftDataError.valueCannotBeRead.explained(
          "A value cannot be read, because its file is missing.", path: folder?.file(name),
          advice: "Restore the file from a backup; the store was not changed.")
      }
      retired.insert(name)
      return .blob(bytes)
    }
  }
}
