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
    for (relationship, pairs) in rules.parted {
      for pair in pairs where !isDeleted(pair.owner, relationship.owner) {
        guard let object = context.instance(pair.owner, of: relationship.owner),
          let member = context.instance(pair.member, of: relationship.destination)
        else { continue }
        context.removeMember(member, of: object, relationship)
      }
    }
    for (mapIndex, keys) in rules.deleted {
      for key in keys { part(key, mapIndex, in: context) }
    }
    if !rules.deleted.isEmpty { partFromOwners(in: context) }
    for row in rules.cascaded {
      for key in row.keys {
        let identifier = PersistentIdentifier(entity: row.binding.reference, key: key)
        summary.updated.removeAll { $0 == identifier }
        if let place = summary.inserted.firstIndex(of: identifier) {
          summary.inserted.remove(at: place)
        } else {
          summary.deleted.append(identifier)
        }
        context.detachInstance(key, of: row.binding)
      }
    }
  }

  func isDeleted(_ key: Int64, _ binding: EntityBinding) -> Bool {
    rules.deleted[binding.mapIndex]?.contains(key) ?? false
  }

  /// Takes deleted models out of the arrays of those they were given to since the last save,
  /// where they do not know to whom they belong.
  private func partFromOwners(in context: ModelContext) {
    for entry in context.journal.entries where entry.isRelated {
      guard case .children = entry.relationship.storage,
        let key = storedKey(entry.member, entry.relationship.destination),
        isDeleted(key, entry.relationship.destination)
      else { continue }
      context.removeMember(entry.member, of: entry.source, entry.relationship)
    }
  }

  /// Takes a deleted model out of the arrays of those it belonged to.
  private func part(_ key: Int64, _ mapIndex: Int, in context: ModelContext) {
    guard let object = context.instance(key, mapIndex: mapIndex) as? any PersistentModel,
      let binding = ModelStates.state(of: object)?.pointee.binding?.takeUnretainedValue()
    else { return }
    for relationship in binding.relationships where !relationship.isToMany {
      guard let inverse = relationship.inverse, inverse.isToMany else { continue }
      let link = relationship.link(of: object)
      guard link.key != 0, !isDeleted(link.key, relationship.destination),
        let owner = context.instance(link.key, of: relationship.destination)
      else { continue }
      context.removeMember(object, of: owner, inverse)
    }
  }
}
