import RecordStore

extension PendingSave {
  /// Gives relationships the keys that new models were saved under.
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

  /// Tells memory what the delete rules did.
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

  /// The key that an instance has in the store now; nil for none.
  private func storedKey(_ object: AnyObject, _ binding: EntityBinding) -> Int64? {
    guard let key = Self.key(of: object, binding) else { return nil }
    return key > 0 ? key : outcome.newKeys[key]
  }

  /// Takes deleted models out of the arrays of those they were given to since the last save,
  /// where they do not know to whom they belong.
  private func partFromOwners(_ parting: inout PartingMembers) {
    for entry in context.links.entries where entry.isRelated {
      guard !entry.relationship.hasJoinedPairs,
        let key = storedKey(entry.member, entry.relationship.destination),
        isDeleted(key, entry.relationship.destination)
      else { continue }
      parting.note(entry.member, of: entry.source, entry.relationship)
    }
  }

  /// Takes a deleted model out of the arrays of those it belonged to.
  private func part(_ key: Int64, _ mapIndex: Int, _ parting: inout PartingMembers) {
    guard let object = context.instance(key, mapIndex: mapIndex) as? any PersistentModel,
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
