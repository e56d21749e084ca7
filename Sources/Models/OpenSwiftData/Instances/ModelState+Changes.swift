import RecordStore

extension UnsafeMutablePointer where Pointee == _ModelState {
  /// The properties that were changed since the last save.
  var changedProperties: PropertyMask {
    let word = pointee.changes
    return word >> 63 == 0
      ? PropertyMask(word: word)
      : PropertyMask(word: word, late: pointee.extra?.unusual?.lateChanges.late ?? [])
  }

  /// Whether a property was changed since the last save.
  func hasChanged(_ index: Int) -> Bool {
    if index < PropertyMask.lateStart { return pointee.changes & (1 &<< UInt64(index)) != 0 }
    return pointee.changes >> 63 != 0
      && pointee.extra?.unusual?.lateChanges.contains(index) ?? false
  }

  /// Marks a property as changed.
  func addChange(_ index: Int) {
    pointee.changes |= 1 &<< UInt64(Swift.min(index, PropertyMask.lateStart))
    if index >= PropertyMask.lateStart { ensuredExtra.ensuredUnusual.lateChanges.insert(index) }
  }

  /// Marks a property as unchanged.
  func removeChange(_ index: Int) {
    var changes = changedProperties
    changes.remove(index)
    pointee.changes = changes.word
    pointee.extra?.unusual?.lateChanges = PropertyMask(
      word: changes.word & 1 << 63, late: changes.late)
  }

  /// Marks all properties as unchanged.
  func clearChanges() {
    if pointee.changes >> 63 != 0 { pointee.extra?.unusual?.lateChanges = PropertyMask() }
    pointee.changes = 0
  }
}

extension _ModelState {
  /// Whether a property is to be unloaded, given the first word of the mask.
  func unloads(_ mask: UInt64, _ index: Int) -> Bool {
    if index < PropertyMask.lateStart { return mask & (1 &<< UInt64(index)) != 0 }
    return mask >> 63 != 0 && extra?.unusual?.unloading?.contains(index) ?? true
  }
}
