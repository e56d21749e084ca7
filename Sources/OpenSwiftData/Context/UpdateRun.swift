import CoreDataFormat
import SQLCore

/// Changed instances whose rows one UPDATE writes: they follow one another in the file, have the
/// same properties changed, and none of these can be refused.
///
/// Running a statement for a row costs SQLite as much as changing the row does. One statement that
/// goes through the rows and asks for their values (`RowValueSource`) takes half of that.
struct UpdateRun {
  let entries: ArraySlice<PendingChanges.Entry>

  /// Fewer are written one by one: the statement has to pay off.
  private static let minimumCount = 8
  /// The rows between, which the statement reads in vain, must be few.
  private static let maximumStep: Int64 = 4

  /// The run that begins with an entry, or nil.
  static func start(at start: Int, of entries: [PendingChanges.Entry]) -> UpdateRun? {
    let first = entries[start]
    let changes = first.state.pointee.changes
    guard changes != 0 else { return nil }
    var last = first.state.pointee.key
    var end = start + 1
    while end < entries.count {
      let entry = entries[end]
      let key = entry.state.pointee.key
      guard entry.binding === first.binding, entry.state.pointee.changes == changes, key > last,
        key - last <= maximumStep
      else { break }
      last = key
      end += 1
    }
    return end - start < minimumCount ? nil : UpdateRun(entries: entries[start..<end])
  }

  var binding: EntityBinding { entries[entries.startIndex].binding }
  var changes: UInt64 { entries[entries.startIndex].state.pointee.changes }
  var firstKey: Int64 { entries[entries.startIndex].state.pointee.key }
  var lastKey: Int64 { entries[entries.endIndex - 1].state.pointee.key }
}

/// The UPDATE for runs of one entity that have the same properties changed.
final class RunStatement {
  let text: String
  let binding: EntityBinding
  let changes: UInt64
  /// For each column that the statement sets, which property it belongs to, as parameter 1.
  fileprivate let columns: [RowColumns]

  /// Each value that is asked for costs a look at all properties.
  private static let maximumCount = 4

  /// Nil where the rows have to be written one by one.
  init?(_ binding: EntityBinding, _ changes: UInt64, functions: any RowValueFunctions) {
    let properties = binding.properties
    guard properties.count <= 64, binding.external == nil else { return nil }
    let chosen = properties.indices.filter {
      changes & (1 &<< UInt64($0)) != 0 && !properties[$0].columns.isEmpty
    }
    let unique = Set(binding.uniqueness.joined())
    guard chosen.count <= Self.maximumCount,
      chosen.allSatisfy({ properties[$0].columns.count == 1 && !unique.contains($0) })
    else { return nil }
    let functions = type(of: functions)
    let assignments = chosen.enumerated().map { number, index in
      EntityStatements.name(properties[index].columns[0].name) + " = "
        + functions.value(number, ofRow: "Z_PK")
    }
    self.binding = binding
    self.changes = changes
    text =
      "UPDATE \(binding.statements.table) SET "
      + (["Z_OPT = Z_OPT + 1"] + assignments).joined(separator: ", ")
      + " WHERE Z_PK BETWEEN ? AND ? AND \(functions.isConcerned("Z_PK"))"
    columns = chosen.map { index in
      RowColumns(properties.indices.map { $0 == index ? 1 : -1 })
    }
  }
}

/// Gives the statement of a run the values of its instances.
final class RunValues: RowValueSource {
  private let run: UpdateRun
  private let statement: RunStatement
  private let newKeys: [Int64: Int64]
  private var binders: [_RowBinder] = []
  private var place: Int

  init(_ run: UpdateRun, _ statement: RunStatement, newKeys: [Int64: Int64]) {
    self.run = run
    self.statement = statement
    self.newKeys = newKeys
    place = run.entries.startIndex
  }

  /// The first failure to encode a value.
  var failure: (any Error)? { binders.lazy.compactMap(\.failure).first }

  func seek(_ key: Int64) -> Bool {
    let entries = run.entries
    // Rows come in the order of their keys; the search is for whatever else SQLite may choose.
    if place < entries.endIndex, entries[place].state.pointee.key < key { place += 1 }
    if place < entries.endIndex, entries[place].state.pointee.key == key { return true }
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].state.pointee.key < key { low = middle + 1 } else { high = middle }
    }
    guard low < entries.endIndex, entries[low].state.pointee.key == key else { return false }
    place = low
    return true
  }

  func write(_ number: Int, to writer: any ParameterWriter) {
    if binders.isEmpty {
      binders = statement.columns.map {
        _RowBinder(
          writer: writer, parameters: $0.first, binding: statement.binding, newKeys: newKeys)
      }
    }
    statement.binding.bind(run.entries[place].model, binders[number])
  }
}
