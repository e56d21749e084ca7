import CoreDataFormat
import Foundation
import SQLCore

/// The external files that one write transaction creates, and those that it replaces.
///
/// New files are deleted if the transaction fails, old ones after it has committed.
package final class ExternalChanges {
  private let files: ExternalFiles
  private let connection: any SQLConnection
  private var made: [Owner: UUID] = [:]
  private var retired: Set<UUID> = []
  private var isCommitting = false
  /// The files of the migration that contains the transaction; nil for other transactions.
  package var outer: MigrationFiles?

  /// The row and property whose value a file holds.
  ///
  /// The row is an index among the inserted or among the changed rows.
  package struct Owner: Hashable {
    package let row: Int
    package let isNew: Bool
    package var property: Int
  }

  package init(_ files: ExternalFiles, _ connection: any SQLConnection) {
    self.files = files
    self.connection = connection
  }

  /// Runs a transaction, which calls `prepareToCommit()` and `willCommit()` before it commits.
  func accompany<Result>(_ transaction: () throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try transaction()
    } catch {
      // After a crash, a failed COMMIT may still be found in the log; then it needs its files.
      // Otherwise the next opening of the store deletes them.
      if !isCommitting || outer != nil { files.folder.remove(made.values) }
      throw error
    }
    if let outer {
      outer.add(made: made.values, retired: retired)
    } else {
      removeRetired()
    }
    return result
  }

  /// Synchronizes the names of new files to the disk.
  package func prepareToCommit() throws {
    if !made.isEmpty { try files.folder.makeDurable() }
  }

  /// Records that a failure from now on does not show whether the transaction was committed.
  func willCommit() { isCommitting = true }

  /// Deletes the old files, once a crash can no longer restore their rows.
  private func removeRetired() {
    guard !retired.isEmpty else { return }
    // With `synchronous = NORMAL`, a power failure may undo the last commits, and the restored rows
    // need their files. If the log cannot be synchronized to the disk, the files are kept.
    // See https://sqlite.org/pragma.html#pragma_synchronous.
    guard (try? files.folder.synchronizeLog()) != nil else { return }
    files.folder.remove(retired)
  }
}

extension ExternalChanges {
  /// Returns the stored value for `bytes`: the bytes themselves, or a new file with them.
  ///
  /// If the same property of the same row is bound again, as in an upsert, the existing file is
  /// used.
  package func reference(to bytes: Data, of owner: Owner, _ property: Int) throws -> ExternalData {
    guard bytes.count > ExternalData.largestInlineSize else { return .inline(bytes) }
    let owner = Owner(row: owner.row, isNew: owner.isNew, property: property)
    if let name = made[owner] { return .file(name) }
    let name = try files.folder.write(bytes, for: files.owner)
    made[owner] = name
    return .file(name)
  }

  /// Records that a row of the plan was not written, so that its new files are deleted.
  func abandon(_ row: Owner) {
    for (owner, name) in made where owner.row == row.row && owner.isNew == row.isNew {
      retired.insert(name)
    }
  }

  /// Returns the bytes of a file; nil if the file does not exist.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` if the file cannot be read.
  package func contents(of name: UUID) throws -> Data? { try files.read(name) }

  /// Keeps a file that an update would have replaced.
  package func keep(_ name: UUID) { retired.remove(name) }

  /// Marks the files of a row for deletion; called before the row is deleted.
  func retireRow(_ key: Int64, of entity: RecordEntity) throws {
    guard let external = entity.external else { return }
    try forEachName(of: key, external.columns) { _, name in retired.insert(name) }
  }

  /// Marks the files of all rows of the store for deletion; called before they are deleted.
  func retireAllRows() throws {
    for table in files.columns { try retireRows(table) }
  }

  /// Marks the files of a table's rows that meet `condition` for deletion; called before they are
  /// deleted.
  func retireRows(_ columns: ExternalColumns, where condition: SQLFragment? = nil) throws {
    var query = SQLFragment.raw(columns.select)
    if let condition { query.append(" WHERE \(condition)") }
    let rendered = connection.dialect.render(query)
    for row in try connection.rows(rendered.text, rendered.values) {
      for value in row {
        if case .file(let name)? = ExternalData(value) { retired.insert(name) }
      }
    }
  }

  /// Marks the files of the properties in `changes` for deletion; called before the row is updated.
  ///
  /// - Returns: The names of the files with the indices of their properties.
  func retire(
    _ key: Int64, of entity: RecordEntity, changes: PropertyMask
  ) throws -> [(property: Int, name: UUID)] {
    guard let external = entity.external, external.mask & changes.word != 0 else { return [] }
    var names: [(Int, UUID)] = []
    try forEachName(of: key, external.columns) { column, name in
      guard let property = external.properties[column],
        changes.contains(property)
      else { return }
      names.append((property, name))
      retired.insert(name)
    }
    return names
  }

  private func forEachName(
    of key: Int64, _ columns: ExternalColumns, _ body: (Int, UUID) -> Void
  ) throws {
    let statement = try connection.prepare(columns.selectByKey)
    defer { statement.reset() }
    statement.parameters.bind(key, 1)
    guard try statement.step() else { return }
    for column in columns.columns.indices {
      if let name = statement.row.fileName(column) { body(column, name) }
    }
    try statement.checkValues()
  }
}
