import CodableStorage
import Foundation
import RecordStore
import SQLCore

/// The binding of a class that conforms to `PersistentModel` by hand.
///
/// It accesses values through the model's backing data, by key path.
final class BackedBinding<Model: PersistentModel>: EntityBinding, @unchecked Sendable {
  override class var identifierKeyPaths: [AnyKeyPath] { IdentifierKeyPaths.of(Model.self) }
  override class var identityKeyPaths: [AnyKeyPath] { IdentifierKeyPaths.identity(Model.self) }

  override func makeFault() -> any PersistentModel {
    Model(backingData: ModelBackingData(for: Model.self))
  }

  private func backing(of object: AnyObject) -> StoredBackingData? {
    ModelStates.backing(of: unsafeDowncast(object, to: Model.self))
  }

  override func state(of object: AnyObject) -> UnsafeMutablePointer<_ModelState>? {
    backing(of: object)?.statePointer
  }

  override func load(_ object: AnyObject, _ row: _RowLoader) {
    guard let backing = backing(of: object) else { return }
    load(backing, row)
  }

  override func model(_ object: AnyObject) -> any PersistentModel {
    unsafeDowncast(object, to: Model.self)
  }

  override func link(
    of object: AnyObject, _ relationship: RelationshipBinding
  ) -> RelationshipLink {
    // Without backing data of ours the relationship is not stored anywhere, and reads as empty.
    let cells = backing(of: object) ?? StoredBackingData()
    let cell = cells.cell(properties[relationship.index].keyPath)
    return relationship.link(at: cell.content, cell.key)
  }

  override func load(_ backing: StoredBackingData, _ row: _RowLoader) {
    for relationship in relationships where !relationship.isToMany {
      let key = backing.cell(properties[relationship.index].keyPath).key
      guard key.pointee == RelationshipLink.unknownKey,
        let column = row.column(relationship.index)
      else { continue }
      key.pointee = max(row.row.int64IfPresent(column) ?? 0, 0)
    }
    for (index, property) in properties.enumerated() where backing.values[property.keyPath] == nil {
      guard let codec = property.codec, let column = row.column(index) else { continue }
      do {
        backing.values[property.keyPath] = try values(index, column, row).map(codec.decodeAny)
      } catch {
        row.fail(index, at: column, error)
      }
    }
  }

  /// The column values of a property; nil for a value in a file that is not read yet.
  private func values(_ index: Int, _ column: Int, _ row: _RowLoader) -> [SQLValue]? {
    let property = properties[index]
    guard property.storesExternally else {
      if row.isLeft(index, column) { return nil }
      return property.columns.indices.map { row.row.value(column + $0) }
    }
    return row.externalValue(index, column).map { [$0] }
  }

  override func bind(_ object: AnyObject, _ row: _RowBinder) {
    guard let backing = backing(of: object) else { return }
    for relationship in relationships where !relationship.isToMany {
      row.bindKey(
        relationship.index, backing.cell(properties[relationship.index].keyPath).key.pointee)
    }
    for (index, property) in properties.enumerated() {
      guard let codec = property.codec, let parameter = row.parameter(index) else { continue }
      let known = backing.values[property.keyPath]
      if known == nil, property.mayBeUnread, row.isStored {
        row.batch.bindSameFile(parameter)
        continue
      }
      do {
        let value = known ?? property.metadata.defaultValue
        let columns = try value.flatMap { try codec.encodeAny($0) }
        if property.storesExternally {
          row.bindExternal(columns?.first?.blob, parameter)
          continue
        }
        for offset in property.columns.indices {
          row.batch.bind(columns?[offset] ?? .null, parameter + offset)
        }
      } catch {
        if row.failure == nil { row.failure = cannotStore(index, error) }
      }
    }
  }

  override func unload(_ object: AnyObject, _ mask: PropertyMask) {
    guard let backing = backing(of: object) else { return }
    for (index, property) in properties.enumerated() where mask.contains(index) {
      backing.values[property.keyPath] = nil
      backing.cells[property.keyPath] = nil
    }
  }

  override func materialize(
    _ rows: any RowCursor, in registry: InstanceRegistry, _ columns: RowColumns,
    _ owning: OwnerColumn?
  ) throws -> [AnyObject] {
    let loader = _RowLoader(row: rows.row, columns: columns.first, binding: self)
    let session = try registry.session(store)
    var models: [AnyObject] = []
    while try rows.step() {
      if models.isEmpty { registry.applyExternalChanges(session) }
      let key = rows.row.int64(0)
      guard key > 0 else { throw impossibleKey(key) }
      let model: AnyObject
      if let known = registry.instance(key, of: self) {
        model = known
        refresh(model, loader, session)
      } else {
        model = makeFault()
        if let state = state(of: model) {
          registry.register(.passUnretained(model), state, key, self)
          state.pointee.flags.insert(.partial)
        }
      }
      load(model, loader)
      if columns === statements.allColumns {
        state(of: model)?.pointee.flags.remove(.partial)
      }
      if let failure = loader.failure {
        try registry.skip(failure.inRow(key))
        loader.failure = nil
        continue
      }
      models.append(model)
      if let owning { owning.keys.append(rows.row.int64(owning.column)) }
    }
    return models
  }

  /// Reloads a stale instance from its row, except for the properties that this context changed.
  private func refresh(
    _ model: AnyObject, _ loader: _RowLoader, _ session: any ModelStoreSession
  ) {
    guard let state = state(of: model), state.isMarked(.stale) else { return }
    state.pointee.flags.remove(.stale)
    guard let registry = state.pointee.registry?.takeUnretainedValue() else { return }
    let changes = registry.owner.willRefresh(model, state, self, loader)
    unload(model, everyProperty.subtracting(changes, count: properties.count))
    let members = changedMembers(state)
    guard !members.isEmpty else { return }
    unloadMembers(of: model, state, members)
    session.noteUnloadedMembers()
  }
}

extension PersistentModel {
  /// The binding of a class that conforms to `PersistentModel` by hand.
  public static var _bindingClass: AnyClass { BackedBinding<Self>.self }
}
