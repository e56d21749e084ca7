import RecordStore

extension ModelContext {
  /// Removes the marks of to-one relationships that have their former target again.
  func forgetRestoredTargets() {
    let restored = formerTargets.restored.filter { $0.state.pointee.context === self }
    guard !restored.isEmpty else { return }
    for entry in restored { uncount(entry.state, entry.relationship.index) }
    // Observers keep a model with unsaved changes although others deleted its row.
    observation?.noteEverything()
  }

  /// The properties of an instance that a row does not replace, because of unsaved changes.
  ///
  /// Records the targets in the row.
  func changesToKeep(
    of object: AnyObject, _ state: StatePointer, _ binding: EntityBinding, _ loader: _RowLoader
  ) -> PropertyMask {
    var changes = state.changedProperties
    guard !changes.isEmpty else { return changes }
    for relationship in binding.relationships
    where !relationship.isToMany && changes.contains(relationship.index) {
      guard let key = loader.storedKey(relationship.index) else { continue }
      if formerTargets.update(object, relationship, to: key) { changes.remove(relationship.index) }
    }
    return changes
  }
}
