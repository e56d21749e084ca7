import Locks

extension ModelContext: CustomDebugStringConvertible {
  /// The configuration names of the context's stores, and the number of unsaved changes.
  public var debugDescription: String {
    let names = core.configurations.withLock { $0.map(\.name) }
    let stores = names.isEmpty ? core.stores.map(\.path) : names
    let counts = [
      ("inserted", insertedModelsArray.count), ("changed", changedModelsArray.count),
      ("deleted", deletedModelsArray.count),
    ]
    let pending = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    let changes = pending.isEmpty ? "no changes" : pending.joined(separator: ", ")
    return "ModelContext on \(stores.joined(separator: ", ")): \(changes)"
  }
}
