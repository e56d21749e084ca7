import RecordStore

extension PendingSave {
  /// Replaces temporary keys in relationships by the keys under which new models were saved.
  func settleKeys() {
    guard !outcome.newKeys.isEmpty else { return }
    for entry in inserted + changed + deleted {
      for relationship in entry.binding.relationships where !relationship.isToMany {
        let link = relationship.link(of: entry.model)
        if link.key < 0, link.key != RelationshipLink.unknownKey {
          link.key = outcome.newKeys[link.key] ?? 0
        }
      }
    }
  }

  /// Applies the effects of delete rules to the instances in memory.
  func commitRules(_ summary: inout SaveSummary) {
    for (related, keys) in outcome.nullified {
      guard let relationship = bindings.relationship(related) else { continue }
      let kept = keys.filter { !isDeleted($0, relationship.owner) }
      summary.updated += context.identifiers(of: kept, relationship.owner)
      for key in kept {
        guard let object = context.instance(key, of: relationship.owner) else { continue }
        context.withMutation(of: object, relationship) {
          guard !relationship.isToMany else { return }
          let link = relationship.link(of: object)
          link.key = 0
          link.setNil()
        }
      }
    }
    var parting = PartingMembers()
    for (related, pairs) in outcome.parted {
      guard let relationship = bindings.relationship(related) else { continue }
      for pair in pairs where !isDeleted(pair.owner, relationship.owner) {
        guard let object = context.instance(pair.owner, of: relationship.owner),
          let member = context.instance(pair.member, of: relationship.destination)
        else { continue }
        parting.note(member, of: object, relationship)
      }
    }
    for (tree, keys) in outcome.deleted {
      for key in keys { part(key, bindings.mapIndex(ofTree: tree), &parting) }
    }
    if !outcome.deleted.isEmpty { partFromOwners(&parting) }
    parting.remove(in: context)
    commitCascades(&summary)
  }

  private func commitCascades(_ summary: inout SaveSummary) {
    guard !outcome.cascaded.isEmpty else { return }
    let cascaded = outcome.cascaded.map {
      (binding: bindings.binding(of: $0.entity), keys: $0.keys)
    }
    let identifiers = cascaded.flatMap { row in
      row.keys.map { row.binding.identifier(of: $0) }
    }
    var gone = Set(identifiers)
    summary.updated.removeAll(where: gone.contains)
    summary.inserted.removeAll { gone.remove($0) != nil }
    summary.deleted += identifiers.filter(gone.contains)
    for row in cascaded {
      for key in row.keys { detach(key, row.binding) }
    }
  }

  func isDeleted(_ key: Int64, _ binding: EntityBinding) -> Bool {
    outcome.deleted[binding.record.treeIndex]?.contains(key) ?? false
  }

  /// The key of an instance's row in the store now; nil if it has none.
  private func storedKey(_ object: AnyObject, _ binding: EntityBinding) -> Int64? {
    guard let key = Self.key(of: object, binding) else { return nil }
    return key > 0 ? key : outcome.newKeys[key]
  }

  /// Removes deleted models from the arrays of owners that they were added to since the last save,
  /// if the models themselves do not record their owner.
  private func partFromOwners(_ parting: inout PartingMembers) {
    for entry in context.links.entries where entry.isRelated {
      guard !entry.relationship.hasJoinedPairs,
        let key = storedKey(entry.member, entry.relationship.destination),
        isDeleted(key, entry.relationship.destination)
      else { continue }
      parting.note(entry.member, of: entry.source, entry.relationship)
    }
  }

  /// Removes a deleted model from the arrays of its owners.
  private func part(_ key: Int64, _ mapIndex: Int, _ parting: inout PartingMembers) {
    guard let object = context.registry.instance(key, mapIndex: mapIndex) as? any PersistentModel,
      let binding = ModelStates.state(of: object)?.pointee.binding?.takeUnretainedValue()
    else { return }
    for relationship in binding.relationships where !relationship.isToMany {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      let link = relationship.link(of: object)
      guard link.key != 0, !isDeleted(link.key, relationship.destination),
        let owner = context.instance(link.key, of: relationship.destination)
      else { continue }
      parting.note(object, of: owner, inverse)
    }
  }
}
