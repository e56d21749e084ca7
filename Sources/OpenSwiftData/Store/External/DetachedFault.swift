import SQLCore

// An instance that lost its context keeps its values. Where some were never read, such as those in
// files, the instance remembers how it was stored and reads them when somebody asks.

extension EntityBinding {
  /// Lets an instance that loses its context read later what it has not read yet.
  func prepareDetachment(_ state: UnsafeMutablePointer<_ModelState>) {
    guard external != nil || state.isMarked(.partial), state.pointee.key > 0 else { return }
    state.ensuredExtra.formerBinding = self
  }

  /// Reads the row of an instance without context, where it still has one.
  ///
  /// There is nobody to tell of a failure; the value then reads as missing.
  func loadDetached(
    _ state: UnsafeMutablePointer<_ModelState>, touching index: Int, _ body: (_RowLoader) -> Void
  ) {
    guard let key = state.pointee.extra?.detachedIdentifier?.key, key > 0,
      let session = try? StoreSession(store, observers: StatementObservers())
    else { return }
    defer { session.close() }
    _ = try? session.withRow(key, of: self, touching: index, body)
  }

  /// Reads all values in files, before an instance that lost its context begins a new life.
  func loadDetached(_ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>) {
    for case let property? in external?.properties ?? [] {
      loadDetached(state, touching: property) { load(object, $0) }
    }
  }
}

extension ModelContext {
  /// Reads the values in files of an instance whose deletion may be undone after it was saved.
  func fillFromFiles(
    _ model: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) {
    guard let external = binding.external, state.pointee.key > 0 else { return }
    do {
      for case let property? in external.properties {
        try session(binding.store).load(
          model, state.pointee.key, binding, touching: property)
      }
    } catch {
      if deferredFailure == nil { deferredFailure = error }
    }
  }
}
