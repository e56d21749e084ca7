import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import Synchronization

/// The external files of one store's large values.
///
/// Only rows refer to files. A file is complete and synchronized to the disk before the transaction
/// that refers to it commits. It is deleted after the transaction that removes the reference has
/// committed. So a crash at any time never leaves a row whose file is missing. It may leave files
/// without a row, which are deleted when the store is opened again.
package final class ExternalFiles: Sendable {
  package let folder: ExternalFolder
  /// The columns that refer to files, by table.
  package var columns: [ExternalColumns] {
    knownColumns.value { ExternalColumns.all(in: tables.map) }
  }
  /// The identifier of the store.
  let owner: String
  private let knownColumns = Lazy<[ExternalColumns]>()
  private let tables: StoreTables
  private let reads = Atomic<Int>(0)

  /// The number of files read since the store was opened.
  package var readCount: Int { reads.load(ordering: .relaxed) }

  /// Creates the files of a store, even if no column can refer to them any more; nil for a store in
  /// memory.
  ///
  /// - Parameters:
  ///   - location: The location of the store.
  ///   - tables: Its tables.
  ///   - owner: The identifier of the store.
  package init?(_ location: StoreLocation, _ tables: StoreTables, owner: String) {
    guard !location.isInMemory else { return nil }
    (self.tables, self.owner) = (tables, owner)
    folder = ExternalFolder(ofStoreAt: location.path)
  }

  /// Returns the bytes of a file; nil if the file does not exist.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` if the file cannot be read.
  package func read(_ name: UUID) throws -> Data? {
    reads.add(1, ordering: .relaxed)
    return try folder.read(name)
  }

  /// Returns the files that rows refer to.
  ///
  /// Scans the tables that can refer to files, but does not read values that are stored in rows.
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

  /// Returns the files without a row, and those that a row refers to but that do not exist.
  ///
  /// Both are empty unless a program crashed, another one changed the folder, or a save is running.
  package func discrepancies(
    _ connection: any SQLConnection
  ) throws -> (orphans: Set<UUID>, unfinished: [String], missing: Set<UUID>) {
    let (files, unfinished) = folder.contents()
    let names = try named(connection)
    return (files.subtracting(names), unfinished, names.subtracting(files))
  }
}

extension ExternalFiles {
  /// Deletes files left by crashed programs, if all files in the folder belong to this store.
  ///
  /// Writers create files and references within a write transaction, and a store has only one at a
  /// time. So while this connection holds the lock, a file without a reference will never get one.
  /// A reader that finds its file deleted rereads the row and finds another reference.
  ///
  /// The folder is listed before the rows are read, without the lock; the lock is only acquired if
  /// there are files without a reference. For a store without a folder, this costs one system call.
  /// If another connection is writing, the files are left to the next opening.
  func sweep(_ connection: SQLiteConnection) throws {
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
