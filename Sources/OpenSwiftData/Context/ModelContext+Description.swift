import Locks

extension ModelContext: CustomDebugStringConvertible {
  /// The configurations of the stores that the context works on, and how much waits for a save.
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
