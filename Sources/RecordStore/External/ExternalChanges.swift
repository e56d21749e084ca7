import CoreDataFormat
import Foundation
import SQLCore

/// The files that one write transaction makes, and those that it leaves without a row.
///
/// New files go when the transaction fails, old ones when it has committed.
package final class ExternalChanges {
  private let files: ExternalFiles
  private let connection: any SQLConnection
  private var made: [Owner: UUID] = [:]
  private var retired: Set<UUID> = []
  private var isCommitting = false
  /// The files of the migration that the transaction is a part of; nil for one that stands alone.
  package var outer: MigrationFiles?

  /// Whose value a file holds: the number of a row among those that are inserted, or those that are
  /// changed.
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
  package func accompany<Result>(_ transaction: () throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try transaction()
    } catch {
      // A COMMIT that failed may still be found in the log after a crash, and then needs its files;
      // if it is not, the next opening sweeps them away.
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

  /// Brings the names of new files to the disk.
  package func prepareToCommit() throws {
    if !made.isEmpty { try files.folder.makeDurable() }
  }

  /// Notes that from now on nobody knows whether the transaction took place.
  package func willCommit() { isCommitting = true }

  /// Removes the old files once nothing can bring their rows back.
  private func removeRetired() {
    guard !retired.isEmpty else { return }
    // With `synchronous = NORMAL` a power cut may undo the last commits, and the rows of before
    // would want their files. Where the log cannot be brought to the disk the files stay.
    guard (try? files.folder.synchronizeLog()) != nil else { return }
    files.folder.remove(retired)
  }
}

extension ExternalChanges {
  /// What a column holds for `bytes`: the bytes, or the name of a new file with them.
  ///
  /// Binding the same property of the same row again, as an upsert does, finds the file made.
  package func reference(to bytes: Data, of owner: Owner, _ property: Int) throws -> ExternalData {
    guard bytes.count > ExternalData.largestInlineSize else { return .inline(bytes) }
    let owner = Owner(row: owner.row, isNew: owner.isNew, property: property)
    if let name = made[owner] { return .file(name) }
    let name = try files.folder.write(bytes, for: files.owner)
    made[owner] = name
    return .file(name)
  }

  /// Notes that no row took the files of a row of the plan.
  package func abandon(_ row: Owner) {
    for (owner, name) in made where owner.row == row.row && owner.isNew == row.isNew {
      retired.insert(name)
    }
  }

  /// The bytes of a file; nil when there is no such file.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead` when the file cannot be read.
  package func contents(of name: UUID) throws -> Data? { try files.read(name) }

  /// Keeps a file that an update would have replaced.
  package func keep(_ name: UUID) { retired.remove(name) }

  /// Lets the files of a row go with the transaction; called before the row is deleted.
  package func retireRow(_ key: Int64, of entity: RecordEntity) throws {
    guard let external = entity.external else { return }
    try forEachName(of: key, external.columns) { _, name in retired.insert(name) }
  }

  /// Lets the files of all rows of the store go; called before they are deleted.
  package func retireAllRows() throws {
    for table in files.columns { try retireRows(table) }
  }

  /// Lets the files of all rows of a table go that fulfil `condition`; called before they are deleted.
  package func retireRows(_ columns: ExternalColumns, where condition: SQLFragment? = nil) throws {
    var query = SQLFragment.raw(columns.select)
    if let condition { query.append(" WHERE \(condition)") }
    let rendered = connection.dialect.render(query)
    for row in try connection.rows(rendered.text, rendered.values) {
      for value in row {
        if case .file(let name)? = ExternalData(value) { retired.insert(name) }
      }
    }
  }

  /// Lets the files of the properties in `changes` go; called before the row is updated.
  ///
  /// - Returns: Their names and the numbers of the properties.
  package func retire(
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
