import CoreDataFormat

extension StoreSave {
  /// Gives relationships the keys that new models were saved under.
  func settleKeys() {
    guard !newKeys.isEmpty else { return }
    for entry in inserted + changed + deleted {
      for relationship in entry.binding.relationships where !relationship.isToMany {
        let link = relationship.link(of: entry.model)
        if link.key < 0, link.key != RelationshipLink.unknownKey {
          link.key = newKeys[link.key] ?? 0
        }
      }
    }
  }

  /// Tells memory what the delete rules did.
  func commitRules(to context: ModelContext, _ summary: inout SaveSummary) {
    for (relationship, keys) in rules.nullified {
      for key in keys where !isDeleted(key, relationship.owner) {
        summary.updated.append(
          PersistentIdentifier(entity: relationship.owner.reference, key: key))
        guard let object = context.instance(key, of: relationship.owner) else { continue }
        context.withMutation(of: object, relationship) {
          guard !relationship.isToMany else { return }
          let link = relationship.link(of: object)
          link.key = 0
          link.holdNothing()
        }
      }
    }
    var parting = PartingMembers()
    for (relationship, pairs) in rules.parted {
      for pair in pairs where !isDeleted(pair.owner, relationship.owner) {
        guard let object = context.instance(pair.owner, of: relationship.owner),
          let member = context.instance(pair.member, of: relationship.destination)
        else { continue }
        parting.note(member, of: object, relationship)
      }
    }
    for (mapIndex, keys) in rules.deleted {
      for key in keys { part(key, mapIndex, in: context, &parting) }
    }
    if !rules.deleted.isEmpty { partFromOwners(in: context, &parting) }
    parting.remove(in: context)
    commitCascades(to: context, &summary)
  }

  private func commitCascades(to context: ModelContext, _ summary: inout SaveSummary) {
    guard !rules.cascaded.isEmpty else { return }
    let identifiers = rules.cascaded.flatMap { row in
      row.keys.map { PersistentIdentifier(entity: row.binding.reference, key: $0) }
    }
    var gone = Set(identifiers)
    summary.updated.removeAll(where: gone.contains)
    summary.inserted.removeAll { gone.remove($0) != nil }
    summary.deleted += identifiers.filter(gone.contains)
    for row in rules.cascaded {
      for key in row.keys { detach(key, row.binding, from: context) }
    }
  }

  func isDeleted(_ key: Int64, _ binding: EntityBinding) -> Bool {
    rules.deleted[binding.mapIndex]?.contains(key) ?? false
  }

  /// Takes deleted models out of the arrays of those they were given to since the last save,
  /// where they do not know to whom they belong.
  private func partFromOwners(in context: ModelContext, _ parting: inout PartingMembers) {
    for entry in context.journal.entries where entry.isRelated {
      guard case .children = entry.relationship.storage,
        let key = storedKey(entry.member, entry.relationship.destination),
        isDeleted(key, entry.relationship.destination)
      else { continue }
      parting.note(entry.member, of: entry.source, entry.relationship)
    }
  }

  /// Takes a deleted model out of the arrays of those it belonged to.
  private func part(
    _ key: Int64, _ mapIndex: Int, in context: ModelContext, _ parting: inout PartingMembers
  ) {
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
