import RecordStore

extension PendingSave {
  /// Unloads all relationships from and to models that replaced rows, so that they are read again.
  ///
  /// Arrays and targets elsewhere may contain the previous instances of these rows, and the models
  /// take on the relationships of the rows.
  func rereadRelationships(of models: [PendingChanges.Entry]) {
    var affected: [Int: [RelationshipBinding]] = [:]
    for entry in models {
      for relationship in entry.binding.relationships + entry.binding.incoming
      where affected[relationship.owner.mapIndex]?.contains(where: { $0 === relationship }) != true
      {
        affected[relationship.owner.mapIndex, default: []].append(relationship)
      }
    }
    // Retained meanwhile, since emptying arrays may deallocate models and change the map during
    // iteration.
    var held: [(object: AnyObject, relationships: [RelationshipBinding])] = []
    context.registry.forEachInstance { object in
      guard let model = object as? any PersistentModel,
        let binding = ModelStates.state(of: model)?.pointee.binding?.takeUnretainedValue(),
        let relationships = affected[binding.mapIndex]
      else { return }
      held.append((object, relationships.filter { binding.relationship($0.index) === $0 }))
    }
    for (object, relationships) in held {
      for relationship in relationships {
        let link = relationship.link(of: object)
        context.withMutation(of: object, relationship) {
          if relationship.isToMany { link.setModels(nil) } else { link.clear() }
        }
      }
    }
  }

  /// Unloads members whose order was merged with other clients' changes, so that they are reread.
  func rereadReordered() {
    for (related, key) in outcome.reordered {
      guard let relationship = bindings.relationship(related),
        let object = context.instance(key, of: relationship.owner)
      else { continue }
      context.withMutation(of: object, relationship) {
        relationship.link(of: object).setModels(nil)
      }
    }
  }

  /// Rereads instances whose values the store changed while it wrote them.
  func rereadRewritten() throws {
    for (name, key) in outcome.rewritten {
      guard let binding = bindings.binding(named: name),
        let object = context.instance(key, of: binding), let state = binding.state(of: object)
      else { continue }
      state.pointee.flags.insert(.stale)
      _ = try session.load([key], of: binding, nil, into: context.registry)
    }
  }
}
