import CoreDataFormat

extension StoreSave {
  /// Tells memory what the file holds now.
  func commit(to context: ModelContext, _ summary: inout SaveSummary) {
    let bindings = context.core.bindings
    settleKeys()
    commitConflicts(to: context)
    commitFormer(to: context)
    for (index, entry) in inserted.enumerated() {
      entry.state.clearChanges()
      entry.state.pointee.extra?.forgetAllMembers()
      entry.state.pointee.extra?.unusual?.formerMembers = [:]
      context.rekey(entry.model, entry.state, to: keys[index])
      let identifier = PersistentIdentifier(entity: entry.binding.reference, key: keys[index])
      if replaced[index] {
        summary.updated.append(identifier)
      } else {
        summary.inserted.append(identifier)
      }
    }
    for entry in changed {
      entry.state.clearChanges()
      entry.state.pointee.extra?.forgetAllMembers()
      entry.state.pointee.extra?.unusual?.formerMembers = [:]
      guard !vanished.contains(entry.state) else { continue }
      summary.updated.append(ModelStates.identifier(of: entry.state, entry.model))
    }
    commitRules(to: context, &summary)
    // What the rules parted them from is found by their keys until here.
    if !vanished.isEmpty {
      for entry in changed where vanished.contains(entry.state) {
        detach(entry.model, entry.binding, from: context)
      }
    }
    for entry in deleted {
      summary.deleted.append(ModelStates.identifier(of: entry.state, entry.model))
      let key = entry.state.pointee.key
      detach(entry.model, entry.binding, from: context)
      detach(key, entry.binding, from: context)
    }
    for row in displaced {
      let identifier = PersistentIdentifier(entity: row.binding.reference, key: row.key)
      summary.updated.removeAll { $0 == identifier }
      summary.deleted.append(identifier)
      detach(row.key, row.binding, from: context)
    }
    for deletion in deletedKeys {
      for key in deletion.keys.values {
        let entity = Int64(deletion.binding.table.entityNumber)
        summary.deleted.append(bindings.identifier(key, entity: entity, deletion.binding))
        detach(key, deletion.binding, from: context)
      }
    }
    openCircles()
    let upserted = zip(inserted, replaced).filter { $1 && !$0.binding.isAlone }.map(\.0)
    if !upserted.isEmpty { rereadRelationships(of: upserted, in: context) }
  }

  /// Cuts the tie to the instance of a row that is gone, if there is one.
  func detach(_ key: Int64, _ binding: EntityBinding, from context: ModelContext) {
    guard let instance = context.instance(key, of: binding) else { return }
    detach(binding.model(instance), binding, from: context)
  }

  /// Cuts the tie to an instance whose row is gone.
  private func detach(
    _ model: any PersistentModel, _ binding: EntityBinding, from context: ModelContext
  ) {
    if binding.mayLeadBack, let state = binding.state(of: model) {
      gone.append(.init(model: model, state: state, binding: binding))
    }
    context.letGoOfOthers(model, binding)
    context.detach(model)
  }

  /// Lets models whose rows are gone end when nobody uses them, however they lead to each other.
  private func openCircles() {
    guard !gone.isEmpty else { return }
    var cut = CircleCut(gone)
    cut.run(gone)
    gone = []
  }
}
