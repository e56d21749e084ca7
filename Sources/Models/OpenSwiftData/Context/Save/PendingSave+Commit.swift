import RecordStore

extension PendingSave {
  /// Updates the instances in memory to match what the store contains now.
  func commit(_ summary: inout SaveSummary) {
    settleKeys()
    commitToken(&summary)
    commitConflicts()
    commitFormer()
    for (index, entry) in inserted.enumerated() {
      entry.state.clearChanges()
      entry.state.pointee.extra?.forgetAllMembers()
      context.rekey(entry.model, entry.state, to: outcome.keys[index])
      if outcome.kept.contains(index) {
        adoptRow(entry)
        continue
      }
      let identifier = entry.binding.identifier(of: outcome.keys[index])
      if outcome.upserted.contains(index) {
        summary.updated.append(identifier)
      } else {
        summary.inserted.append(identifier)
      }
    }
    for entry in changed {
      if missing.contains(entry.state) { summary.addLost(entry) }
      entry.state.clearChanges()
      entry.state.pointee.extra?.forgetAllMembers()
      guard !missing.contains(entry.state) else { continue }
      summary.updated.append(ModelStates.identifier(of: entry.state, entry.model))
    }
    commitWithdrawn()
    commitRounded()
    commitRules(&summary)
    // Detached only now: unlinking them from others has found them by their keys until here.
    if !missing.isEmpty {
      for entry in changed where missing.contains(entry.state) {
        detach(entry.model, entry.binding)
      }
    }
    commitDeletions(&summary)
    openCircles()
    let upserted = outcome.upserted.sorted().map { inserted[$0] }.filter { !$0.binding.isAlone }
    if !upserted.isEmpty { rereadRelationships(of: upserted) }
    rereadReordered()
  }

  /// Detaches the instances of rows that the save deleted, or that inserted rows replaced.
  private func commitDeletions(_ summary: inout SaveSummary) {
    for entry in deleted {
      summary.deleted.append(ModelStates.identifier(of: entry.state, entry.model))
      let key = entry.state.pointee.key
      detach(entry.model, entry.binding)
      detach(key, entry.binding)
    }
    var replaced: Set<PersistentIdentifier> = []
    for (entity, keys) in outcome.replaced {
      let binding = bindings.binding(of: entity)
      for key in keys {
        let identifier = binding.identifier(of: key)
        replaced.insert(identifier)
        summary.deleted.append(identifier)
        detach(key, binding)
      }
    }
    if !replaced.isEmpty { summary.updated.removeAll(where: replaced.contains) }
    for deletion in deletedKeys {
      for key in deletion.keys.values {
        let entity = Int64(deletion.binding.record.number)
        summary.deleted.append(
          context.core.bindings.identifier(key, entity: entity, deletion.binding))
        detach(key, deletion.binding)
      }
    }
  }

  /// Makes an inserted instance read the existing row that was kept in its place.
  private func adoptRow(_ entry: PendingChanges.Entry) {
    if let observation = context.observation { context.tellObservers(observation, of: entry.model) }
    context.discardChanges(of: entry, unloading: .all)
  }

  /// Unloads values that the store may have rounded or narrowed, so that they are reread.
  private func commitRounded() {
    for (entry, properties) in rounded where !missing.contains(entry.state) {
      entry.state.pointee.flags.insert(.partial)
      entry.binding.mutate(entry.model, properties) {
        entry.binding.unload(entry.model, properties)
      }
    }
  }

  /// Reports the history token of the store after the save.
  private func commitToken(_ summary: inout SaveSummary) {
    let store = session.store.identifier
    if let number = outcome.transaction {
      summary.tokens[store] = DefaultHistoryToken(store: store, transaction: number)
    } else if let token = outcome.historyToken as? any HistoryToken {
      summary.tokens[store] = token
    }
  }

  /// Detaches the instance of a deleted row, if there is one.
  func detach(_ key: Int64, _ binding: EntityBinding) {
    guard let instance = context.instance(key, of: binding) else { return }
    detach(binding.model(instance), binding)
  }

  /// Detaches an instance whose row was deleted.
  private func detach(_ model: any PersistentModel, _ binding: EntityBinding) {
    let state = binding.state(of: model)
    if binding.mayLeadBack, let state {
      gone.append(.init(model: model, state: state, binding: binding))
    }
    if let observation = context.observation { context.tellObservers(observation, of: model) }
    context.releaseOthers(model, binding)
    if let state { context.registry.detach(model, state) }
  }

  /// Breaks retain cycles among models with deleted rows, so that unused ones are deallocated.
  private func openCircles() {
    guard !gone.isEmpty else { return }
    var cut = CircleCut(gone)
    cut.run(gone)
    gone = []
  }
}

extension PendingSave {
  /// Removes members from to-many arrays if the row of the owner or of the member no longer exists.
  private func commitConflicts() {
    for index in outcome.broken.sorted() {
      let entry = written.links[index]
      context.removeMember(entry.member, of: entry.source, entry.relationship)
      if let inverse = entry.relationship.inverse {
        context.removeMember(entry.source, of: entry.member, inverse)
      }
    }
    guard !missing.isEmpty else { return }
    for entry in changed where missing.contains(entry.state) {
      for relationship in entry.binding.relationships where !relationship.isToMany {
        guard let inverse = relationship.inverse, inverse.isToMany,
          let owner = context.instance(
            relationship.link(of: entry.model).key, of: relationship.destination)
        else { continue }
        context.removeMember(entry.model, of: owner, inverse)
      }
    }
  }
}
