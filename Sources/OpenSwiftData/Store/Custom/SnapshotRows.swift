import CRowCells
import CodableStorage
import CoreDataFormat
import RecordStore
import SQLCore

/// Snapshots as rows, for the loop that makes instances of rows: the key, and the columns of each property
/// in the order of the class.
final class SnapshotRows: RowCursor {
  private let rows: [[SQLValue]]
  private var next = 0
  private let reader = SQLValueRow()

  /// - Parameters:
  ///   - snapshots: The snapshots with their keys.
  ///   - binding: Their class.
  ///   - identifiers: The keys of other rows.
  ///   - owners: A further column of each row.
  /// - Throws: `SwiftDataError.valueCannotBeRead` for a value that is none of its property's.
  init(
    _ snapshots: [(key: Int64, snapshot: DefaultSnapshot)], of binding: EntityBinding,
    _ identifiers: RowIdentifiers, owners: [Int64]? = nil
  ) throws {
    rows = try snapshots.indices.map { index in
      let (key, snapshot) = snapshots[index]
      var row: [SQLValue] = [.integer(key)]
      for property in binding.properties.indices where !binding.properties[property].columns.isEmpty
      {
        row += try Self.columns(
          of: snapshot.values[binding.properties[property].name], property, binding, identifiers)
      }
      if let owners { row.append(.integer(owners[index])) }
      return row
    }
  }

  /// What the columns of a property hold; NULL where the snapshot has no value.
  private static func columns(
    of value: SnapshotValue?, _ index: Int, _ binding: EntityBinding, _ identifiers: RowIdentifiers
  ) throws -> [SQLValue] {
    let property = binding.properties[index]
    let missing = [SQLValue](repeating: .null, count: property.columns.count)
    switch value {
    case nil, .null?: return missing
    case .target(let target)?:
      return [target.isTemporary ? .null : .integer(identifiers.key(of: target))]
    case .transformed(let data)?: return [.blob(data)]
    case .attribute(let value)?:
      if let columns = try property.codec?.encodeAny(value), columns.count == missing.count {
        return columns
      }
    case .unreadable(let error)?: throw error
    case .members?: break
    }
    throw SwiftDataError.valueCannotBeRead.explained(
      "The snapshot's value is none of \(typeText(property.metadata.valueType)).",
      entity: binding.name, property: property.name)
  }

  var row: any RowReader { reader }

  func step() throws(SQLError) -> Bool {
    guard next < rows.count else { return false }
    reader.values = rows[next]
    next += 1
    return true
  }

  func nextKey() throws(SQLError) -> Int64? { try step() ? reader.int64(0) : nil }

  func cells() -> UnsafePointer<openswiftdata_cell>? { nil }
}
