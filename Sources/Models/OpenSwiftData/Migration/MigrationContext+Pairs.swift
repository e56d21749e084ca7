extension MigrationContext {
  /// Runs `body` for each model of the old version together with the new model that it became.
  ///
  /// Both represent the same row: a property of `new` that `body` does not set has the value that
  /// follows from the two versions. Models that have no new model are skipped. Keeps at most
  /// `batchSize` pairs in memory, and saves ``new`` after each batch. Executes three statements for
  /// each batch, and those of the save.
  ///
  /// - Parameters:
  ///   - oldModel: The class in the old version.
  ///   - newModel: The class in the version that the stage leads to.
  ///   - batchSize: The number of pairs that are loaded at once.
  ///   - body: Handles one pair.
  /// - Throws: Errors of `body` and of saving, and `SwiftDataError.unsupportedModel` if the old
  ///   class does not become the new one.
  public func forEach<Old: PersistentModel, New: PersistentModel>(
    _ oldModel: Old.Type, _ newModel: New.Type, batchSize: Int = 1_000,
    _ body: (_ old: Old, _ new: New) throws -> Void
  ) throws {
    let source = try old.core.bindings.binding(for: oldModel)
    let target = try new.core.bindings.binding(for: newModel)
    guard let succession, succession.leads(from: source.name, to: target.name) else {
      throw SwiftDataError.unsupportedModel.explained(
        "forEach cannot pair \(oldModel) with \(newModel), because the stage does not migrate the "
          + "one to the other.", entity: target.name,
        advice: "Give the new class @Model(originalName:), or fetch the old models and insert new "
          + "ones.")
    }
    let raised = succession.raisedKeys[source.name] ?? 0
    let session = try old.session(source.store)
    let plan = try session.plan(FetchDescriptor<Old>(), source, for: .keys)
    var last: Int64 = 0
    while true {
      let keys = try session.keys(plan, after: last, limit: max(1, batchSize))
      guard let greatest = keys.last else { return }
      last = greatest
      try forEachPair(keys, source, target, raised: raised, body)
      if new.hasChanges { try new.save() }
    }
  }

  private func forEachPair<Old: PersistentModel, New: PersistentModel>(
    _ keys: [Int64], _ source: EntityBinding, _ target: EntityBinding, raised: Int64,
    _ body: (Old, New) throws -> Void
  ) throws {
    let olds = try old.load(keys[...], source)
    let news = try new.load(keys.map { $0 + raised }[...], target)
    // The arrays retain the instances, so each is found by its key.
    try withExtendedLifetime((olds, news)) {
      for key in keys {
        // Other entities may have models in the same tables.
        guard let one = old.instance(key, of: source) as? Old,
          let other = new.instance(key + raised, of: target) as? New
        else { continue }
        try body(one, other)
      }
    }
  }
}
