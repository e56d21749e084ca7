import CThreadState
import RecordStore
import SQLCore

/// Creates instances of rows of several classes of one inheritance tree; each row contains the
/// number of its entity.
struct TreeRows {
  private struct Part {
    let number: Int64
    let binding: EntityBinding
    let loader: _RowLoader
  }

  private let binding: EntityBinding
  private let rows: any RowCursor
  private let row: any RowReader
  private let columns: RowColumns
  private let tree: TreeColumns
  private var parts: [Part] = []

  init(_ rows: any RowCursor, _ columns: RowColumns, _ tree: TreeColumns, _ binding: EntityBinding)
  {
    (self.rows, self.columns, self.tree, self.binding) = (rows, columns, tree, binding)
    row = rows.row
  }

  /// The instances, in the order of the rows.
  ///
  /// - Throws: What reading the rows throws.
  mutating func materialize(
    in registry: InstanceRegistry, _ owning: OwnerColumn?
  ) throws -> [AnyObject] {
    let session = try registry.session(binding.store)
    let thread = openswiftdata_current_thread()
    thread.pointee.materializing += 1
    defer { thread.pointee.materializing -= 1 }
    let marks = ResultMarks(
      isPartial: columns !== binding.statements.allColumns,
      batch: binding.isAlone ? 0 : registry.batches.nextNumber())
    var models = FetchedModels()
    var keys: [Int64] = []
    defer { registry.batches.add(keys, number: marks.batch) }
    var owners: [Int64] = []
    var areNew = true
    var isFirst = true
    while let key = try rows.nextKey() {
      guard key > 0 else { throw binding.impossibleKey(key) }
      if isFirst {
        registry.applyExternalChanges(session)
        isFirst = false
      }
      let part = try part(row.int64(tree.entityColumn))
      let made = part.binding.materialize(key, rows, part.loader, in: registry, session, marks)
      models.append(made.object)
      if let failure = part.loader.failure {
        try registry.skip(failure.inRow(key))
        part.loader.failure = nil
        models.removeLast()
        continue
      }
      if !made.isNew { areNew = false }
      if marks.batch != 0 { keys.append(key) }
      if let owning { owners.append(row.int64(owning.column)) }
    }
    owning?.keys = owners
    owning?.areNew = areNew
    return models.array()
  }

  /// The class of the rows with an entity number.
  private mutating func part(_ number: Int64) throws -> Part {
    for part in parts where part.number == number { return part }
    guard let columns = tree.columns(of: number), let own = binding.subclass(number: number) else {
      throw SwiftDataError.storeIsCorrupt.explained(
        "A row cannot be read, because its entity number \(number) is not in the schema.",
        entity: binding.name, path: binding.store.path, advice: "Restore the store from a backup.")
    }
    let loader = _RowLoader(row: row, columns: columns.first, binding: own)
    let part = Part(number: number, binding: own, loader: loader)
    parts.append(part)
    return part
  }
}

extension EntityBinding {
  /// The class with an entity number: this one, or one that inherits from it; nil for others.
  func subclass(number: Int64) -> EntityBinding? {
    if number == Int64(record.number) { return self }
    guard let number = Int(exactly: number) else { return nil }
    let below = record.descendants
    // A store may contain entities that this container's models omit.
    let known =
      below.first { $0.number == number } ?? below.first { $0.ownNumbers.contains(number) }
    if let known { return siblings.binding(of: known) }
    return record.ownNumbers.contains(number) ? self : nil
  }

  /// The class with an entity name: this one, or one that inherits from it; nil for others.
  func subclass(named name: String) -> EntityBinding? {
    if name == self.name { return self }
    guard hasSubclasses else { return nil }
    return record.descendants.first { $0.name == name }.map(siblings.binding(of:))
  }

  /// This class and those that inherit from it.
  var withSubclasses: [EntityBinding] {
    hasSubclasses ? [self] + record.descendants.map(siblings.binding(of:)) : [self]
  }

  /// The class of an instance: this one, or one that inherits from it.
  func actual(_ object: AnyObject) -> EntityBinding {
    guard hasSubclasses, let state = state(of: object) else { return self }
    if let own = state.pointee.binding?.takeUnretainedValue(), own.mapIndex == mapIndex {
      return own
    }
    return relative(type(of: object)) ?? self
  }

  /// The model class with a type, if it uses the same table; otherwise nil.
  func relative(_ type: any Any.Type) -> EntityBinding? {
    siblings.entity(of: type, inTree: record.treeIndex).map(siblings.binding(of:))
  }
}
