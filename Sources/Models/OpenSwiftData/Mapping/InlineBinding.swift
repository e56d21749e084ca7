import CThreadState
import Foundation
import RecordStore
import SQLCore

/// The binding of a `@Model` class: rows are read directly into its typed slots.
final class InlineBinding<Model: _InlineModel>: EntityBinding, @unchecked Sendable {
  override class var identifierKeyPaths: [AnyKeyPath] {
    // The same property has two key paths: one through each protocol.
    [\Model.persistentModelID, \Model.id as KeyPath<Model, PersistentIdentifier>]
      + IdentifierKeyPaths.of(Model.self)
  }

  override class var identityKeyPaths: [AnyKeyPath] {
    [\Model.id as KeyPath<Model, Model.ID>] + IdentifierKeyPaths.identity(Model.self)
  }

  override func makeFault() -> any PersistentModel { Self.makeFault() }

  private static func makeFault() -> Model {
    let thread = openswiftdata_current_thread()
    thread.pointee.materializing += 1
    defer { thread.pointee.materializing -= 1 }
    return Model(_materializing: _Materialization())
  }

  override func state(of object: AnyObject) -> UnsafeMutablePointer<_ModelState>? {
    unsafeDowncast(object, to: Model.self)._$statePointer
  }

  override func link(of object: AnyObject, _ index: Int) -> _Link? {
    unsafeDowncast(object, to: Model.self)._$link(index)
  }

  override func load(_ object: AnyObject, _ row: _RowLoader) {
    unsafeDowncast(object, to: Model.self)._$load(row)
  }

  override func bind(_ object: AnyObject, _ row: _RowBinder) {
    unsafeDowncast(object, to: Model.self)._$bind(row)
  }

  override func model(_ object: AnyObject) -> any PersistentModel {
    unsafeDowncast(object, to: Model.self)
  }

  override func unload(_ object: AnyObject, _ mask: PropertyMask) {
    unload(unsafeDowncast(object, to: Model.self), mask)
  }

  private func unload(_ model: Model, _ mask: PropertyMask) {
    guard !mask.late.isEmpty else { return model._$unload(mask.word) }
    let unusual = model._$statePointer.ensuredExtra.ensuredUnusual
    unusual.unloading = mask
    defer { unusual.unloading = nil }
    model._$unload(mask.word)
  }

  override func mutate(_ object: AnyObject, property index: Int, _ body: () -> Void) {
    let model = unsafeDowncast(object, to: Model.self)
    guard let registrar = model._$statePointer.pointee.extra?.registrar else { return body() }
    let keyPath = keyPath(index, of: model)
    registrar.tell(.willSet, of: model, keyPath)
    body()
    registrar.tell(.didSet, of: model, keyPath)
  }

  override func mutate(_ object: AnyObject, _ mask: PropertyMask, _ body: () -> Void) {
    let model = unsafeDowncast(object, to: Model.self)
    guard let registrar = model._$statePointer.pointee.extra?.registrar else { return body() }
    let changed = properties.indices.filter(mask.contains)
    for index in changed { registrar.tell(.willSet, of: model, keyPath(index, of: model)) }
    body()
    for index in changed { registrar.tell(.didSet, of: model, keyPath(index, of: model)) }
  }

  /// The key path that observers of a property use: that of the instance's own class.
  private func keyPath(_ index: Int, of model: Model) -> AnyKeyPath {
    hasSubclasses ? type(of: model).keyPath(index) : properties[index].keyPath
  }

  override func materialize(
    _ rows: any RowCursor, in registry: InstanceRegistry, _ columns: RowColumns,
    _ owning: OwnerColumn?
  ) throws -> [AnyObject] {
    if let tree = columns.tree {
      var rows = TreeRows(rows, columns, tree, self)
      return try rows.materialize(in: registry, owning)
    }
    let row = rows.row
    let session = try registry.session(store)
    var isFirst = true
    let loader = _RowLoader(row: row, columns: columns.first, binding: self)
    let thread = openswiftdata_current_thread()
    thread.pointee.materializing += 1
    defer { thread.pointee.materializing -= 1 }
    let isPartial = columns !== statements.allColumns
    var models = FetchedModels()
    let batch = relationships.isEmpty ? 0 : registry.batches.nextNumber()
    var keys: [Int64] = []
    defer { registry.batches.add(keys, number: batch) }
    var owners: [Int64] = []
    let ownerColumn = owning?.column ?? 0
    var areNew = true
    while let key = try rows.nextKey() {
      guard key > 0 else { throw impossibleKey(key) }
      if isFirst {
        registry.applyExternalChanges(session)
        isFirst = false
      }
      if let known = registry.instance(key, of: self) {
        loader.skip()
        refresh(unsafeDowncast(known, to: Model.self), loader, session)
        let state = unsafeDowncast(known, to: Model.self)._$statePointer
        if !isPartial { state.pointee.flags.remove(.partial) }
        state.pointee.batch = batch
        areNew = false
        models.append(.passRetained(known))
      } else {
        if hasSuperclass { registry.makeRoom(key, self) }
        let made = Unmanaged<AnyObject>.passRetained(Model(_materializing: _Materialization()))
        made._withUnsafeGuaranteedRef { object in
          let model = unsafeDowncast(object, to: Model.self)
          let state = model._$statePointer
          registry.register(made, state, key, self)
          if isPartial { state.pointee.flags.insert(.partial) }
          state.pointee.batch = batch
          loader.read(rows)
          model._$load(loader)
        }
        models.append(made)
      }
      if let failure = loader.failure {
        try registry.skip(failure.inRow(key))
        loader.failure = nil
        models.removeLast()
        continue
      }
      if batch != 0 { keys.append(key) }
      if owning != nil { owners.append(row.int64(ownerColumn)) }
    }
    owning?.keys = owners
    owning?.areNew = areNew
    return models.array()
  }

  override func holds(_ object: AnyObject) -> Bool { object is Model }

  override func materialize(
    _ key: Int64, _ rows: any RowCursor, _ loader: _RowLoader, in registry: InstanceRegistry,
    _ session: any ModelStoreSession, _ marks: ResultMarks
  ) -> (object: Unmanaged<AnyObject>, isNew: Bool) {
    if let known = registry.instance(key, mapIndex: mapIndex) {
      if let model = known as? Model, model._$statePointer.pointee.isOf(self) {
        loader.skip()
        refresh(model, loader, session)
        let state = model._$statePointer
        if !marks.isPartial { state.pointee.flags.remove(.partial) }
        state.pointee.batch = marks.batch
        return (.passRetained(known), false)
      }
      registry.makeRoom(key, self)
    }
    let made = Unmanaged<AnyObject>.passRetained(Model(_materializing: _Materialization()))
    made._withUnsafeGuaranteedRef { object in
      let model = unsafeDowncast(object, to: Model.self)
      let state = model._$statePointer
      registry.register(made, state, key, self)
      if marks.isPartial { state.pointee.flags.insert(.partial) }
      state.pointee.batch = marks.batch
      loader.read(rows)
      model._$load(loader)
    }
    return (made, true)
  }

  /// Updates an instance from its row.
  ///
  /// Loads all properties that are not loaded. If the instance is stale, also reloads all
  /// properties that this context has not changed.
  private func refresh(_ model: Model, _ loader: _RowLoader, _ session: any ModelStoreSession) {
    let state = model._$statePointer
    guard state.isMarked(.stale) else { return model._$load(loader) }
    state.pointee.flags.remove(.stale)
    guard let registry = state.pointee.registry?.takeUnretainedValue() else { return }
    let mask = loader.presentProperties.subtracting(
      registry.owner.willRefresh(model, state, self, loader), count: properties.count)
    let members = changedMembers(state)
    mutate(model, mask.union(members)) {
      unload(model, mask)
      model._$load(loader)
      guard !members.isEmpty else { return }
      unloadMembers(of: model, state, members)
      session.noteUnloadedMembers()
    }
  }
}

extension _InlineModel {
  /// The binding whose rows are read directly into the slots that `@Model` generated.
  public static var _bindingClass: AnyClass { InlineBinding<Self>.self }
}
