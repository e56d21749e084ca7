import CRowCells
import CodableStorage
import CoreDataFormat
import RecordStore
import SQLCore

/// Snapshots in the form of rows, for the code that creates instances from rows.
///
/// A row contains the key and the columns of each property, in the order of the class.
final class SnapshotRows: RowCursor {
  private let rows: [[SQLValue]]
  private var next = 0
  private let reader = SQLValueRow()

  /// - Parameters:
  ///   - snapshots: The snapshots with their keys.
  ///   - binding: Their class.
  ///   - identifiers: The keys of other rows.
  ///   - owners: The values of an additional column.
  ///   - isOwn: Whether the rows have only the columns of their own class, without those of
  ///     subclasses.
  /// - Throws: `SwiftDataError.valueCannotBeRead` for a value that is not of its property's type.
  init(
    _ snapshots: [(key: Int64, snapshot: DefaultSnapshot)], of binding: EntityBinding,
    _ identifiers: RowIdentifiers, owners: [Int64]? = nil, isOwn: Bool = false
  ) throws {
    let tree = isOwn ? nil : binding.statements.allColumns.tree
    rows = try snapshots.indices.map { index in
      let (key, snapshot) = snapshots[index]
      var row =
        try tree.map { try Self.row(key, snapshot, binding, $0, identifiers) }
        ?? Self.row(key, snapshot, binding, identifiers)
      if let owners { row.append(.integer(owners[index])) }
      return row
    }
  }

  private static func row(
    _ key: Int64, _ snapshot: DefaultSnapshot, _ binding: EntityBinding,
    _ identifiers: RowIdentifiers
  ) throws -> [SQLValue] {
    var row: [SQLValue] = [.integer(key)]
    for property in binding.properties.indices where !binding.properties[property].columns.isEmpty {
      row += try columns(
        of: snapshot.values[binding.properties[property].name], property, binding, identifiers)
    }
    return row
  }

  /// The row of a snapshot in a result that may contain several subclasses of a class.
  ///
  /// - Throws: `SwiftDataError.modelValidationFailure` if the snapshot's class is not one of them.
  private static func row(
    _ key: Int64, _ snapshot: DefaultSnapshot, _ binding: EntityBinding, _ tree: TreeColumns,
    _ identifiers: RowIdentifiers
  ) throws -> [SQLValue] {
    let name = snapshot.persistentIdentifier.entityName
    guard let own = binding.subclass(named: name),
      let places = tree.columns(of: Int64(own.record.number))
    else {
      throw SwiftDataError.modelValidationFailure.explained(
        "The store's result of a fetch of \(binding.name) contains a \(name), which does not "
          + "inherit from it.", entity: binding.name,
        advice: "Change the store's fetch(_:) so that it omits other entities.")
    }
    var row = [SQLValue](repeating: .null, count: tree.entityColumn + 1)
    row[0] = .integer(key)
    row[tree.entityColumn] = .integer(Int64(own.record.number))
    for property in own.properties.indices where !own.properties[property].columns.isEmpty {
      let values = try columns(
        of: snapshot.values[own.properties[property].name], property, own, identifiers)
      let place = Int(places.first[property])
      row.replaceSubrange(place..<place + values.count, with: values)
    }
    return row
  }

  /// The column values of a property; NULL if the snapshot has no value.
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
      "The snapshot's value is not of the type \(typeText(property.metadata.valueType)).",
      entity: binding.name, property: property.name,
      advice: "Change the store so that its snapshots have values of the model's types.")
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
