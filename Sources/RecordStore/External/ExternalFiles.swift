import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors
import Synchronization

/// The files of one store's large values.
///
/// Rows name files; nothing else does. A file is complete and on the disk before the transaction
/// that names it commits, and goes after the one that no longer names it has. So whatever moment a
/// program dies at, no row names a file that is missing; it may leave files that no row names, which
/// the next opening sweeps away.
package final class ExternalFiles: Sendable {
  package let folder: ExternalFolder
  /// The columns that name them, by table.
  package var columns: [ExternalColumns] {
    knownColumns.value { ExternalColumns.all(in: tables.map) }
  }
  /// The identifier of the store.
  let owner: String
  private let knownColumns = Lazy<[ExternalColumns]>()
  private let tables: StoreTables
  private let reads = Atomic<Int>(0)

  /// How many files were read since the store was opened.
  package var readCount: Int { reads.load(ordering: .relaxed) }

  /// The files that a store may have, though it may have no column any more that names them; nil for
  /// a store in memory.
  ///
  /// - Parameters:
  ///   - location: Where the store is.
  ///   - tables: Its tables.
  ///   - owner: The identifier of the store.
  package init?(_ location: StoreLocation, _ tables: StoreTables, owner: String) {
    guard !location.isInMemory else { return nil }
    (self.tables, self.owner) = (tables, owner)
    folder = ExternalFolder(ofStoreAt: location.path)
  }

  /// The bytes of a file; nil when there is no such file.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` when the file cannot be read.
  package func read(_ name: UUID) throws -> Data? {
    reads.add(1, ordering: .relaxed)
    return try folder.read(name)
  }

  /// The files that rows name.
  ///
  /// Reads all rows of the tables that can name any, but not the values that stand in them.
  package func named(_ connection: any SQLConnection) throws -> Set<UUID> {
    var names: Set<UUID> = []
    for table in columns {
      let statement = try connection.prepare(table.selectNames)
      defer { statement.reset() }
      while try statement.step() {
        for column in table.columns.indices {
          if let name = statement.row.fileName(column) { names.insert(name) }
        }
      }
    }
    return names
  }

  /// The files that no row names, and those that a row names but that do not exist.
  ///
  /// Both are empty unless a program died, somebody else changed the folder, or a save is under way.
  package func discrepancies(
    _ connection: any SQLConnection
  ) throws -> (orphans: Set<UUID>, unfinished: [String], missing: Set<UUID>) {
    let (files, unfinished) = folder.contents()
    let names = try named(connection)
    return (files.subtracting(names), unfinished, names.subtracting(files))
  }
}

extension ExternalFiles {
  /// Removes what programs that died left in the folder, if all files there are those of this store.
  ///
  /// Writers make and name files within one write transaction, and a store has one of these at a
  /// time. So while this one holds the lock no file is on its way to a row: what no row names then,
  /// no row will. Who read a name just before its file went reads the row again and finds another.
  ///
  /// The folder is listed before the rows are read, without the lock; only files that no row names
  /// are worth waiting for it. A store without a folder costs one question to the file system.
  /// Where somebody else is writing, the sweep is left to the next opening.
  package func sweep(_ connection: SQLiteConnection) throws {
    let (files, unfinished) = folder.contents(before: Date().timeIntervalSince1970)
    guard !files.isEmpty || !unfinished.isEmpty else { return }
    let isWhole = try files.isSubset(of: named(connection))
    if isWhole, !files.isEmpty { try folder.adopt(for: owner) }
    guard !isWhole || !unfinished.isEmpty, folder.isOnly(of: owner) else { return }
    connection.setBusyTimeout(milliseconds: 0)
    defer { connection.setBusyTimeout(milliseconds: StoreLocation.busyMilliseconds) }
    try connection.transaction {
      folder.remove(files.subtracting(try named(connection)))
      folder.remove(unfinished: unfinished)
    }
  }
}
