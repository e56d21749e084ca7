extension ModelContext {
  /// The instance, and the neighbors in its fetch result that need the same data.
  func neighbours(
    of object: AnyObject, _ state: StatePointer, _ binding: EntityBinding,
    needing isNeedy: (AnyObject) -> Bool
  ) -> [AnyObject] {
    var found = [object]
    let (after, before) = registry.batches.keys(
      around: state.pointee.key, number: state.pointee.batch)
    func collect(_ key: Int64) {
      guard found.count < FetchBatches.size, let neighbour = instance(key, of: binding),
        isNeedy(neighbour)
      else { return }
      found.append(neighbour)
    }
    for key in after { collect(key) }
    for key in before.reversed() { collect(key) }
    return found
  }
}
