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
      entry.state.pointee.extra?.knownMembers = [:]
      entry.state.pointee.extra?.formerMembers = [:]
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
      entry.state.pointee.extra?.knownMembers = [:]
      entry.state.pointee.extra?.formerMembers = [:]
      guard !vanished.contains(entry.state) else {
        context.detach(entry.model)
        continue
      }
      summary.updated.append(ModelStates.identifier(of: entry.state, entry.model))
    }
    commitRules(to: context, &summary)
    for entry in deleted {
      summary.deleted.append(ModelStates.identifier(of: entry.state, entry.model))
      let key = entry.state.pointee.key
      context.letGoOfOthers(entry.model, entry.binding)
      context.detach(entry.model)
      context.detachInstance(key, of: entry.binding)
    }
    for row in displaced {
      let identifier = PersistentIdentifier(entity: row.binding.reference, key: row.key)
      summary.updated.removeAll { $0 == identifier }
      summary.deleted.append(identifier)
      context.detachInstance(row.key, of: row.binding)
    }
    for deletion in deletedKeys {
      for key in deletion.keys.values {
        let entity = Int64(deletion.binding.table.entityNumber)
        summary.deleted.append(bindings.identifier(key, entity: entity, deletion.binding))
        context.detachInstance(key, of: deletion.binding)
      }
    }
    let upserted = zip(inserted, replaced).filter { $1 && !$0.binding.isAlone }.map(\.0)
    if !upserted.isEmpty { rereadRelationships(of: upserted, in: context) }
  }
}
