import RecordStore

extension PendingSave {
  /// Has everything that leads to or from models which took over rows be read again: arrays and
  /// targets elsewhere may have the instances that stood for those rows before, and the models are
  /// related to whomever the rows were related to.
  func rereadRelationships(of models: [PendingChanges.Entry]) {
    var affected: [Int: [RelationshipBinding]] = [:]
    for entry in models {
      for relationship in entry.binding.relationships + entry.binding.incoming
      where affected[relationship.owner.mapIndex]?.contains(where: { $0 === relationship }) != true
      {
        affected[relationship.owner.mapIndex, default: []].append(relationship)
      }
    }
    // Held meanwhile, since arrays that are emptied may end models of the map that is being walked.
    var held: [(object: AnyObject, relationships: [RelationshipBinding])] = []
    context.forEachInstance { object in
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

  /// Has members be read again whose order was merged with what others had written.
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
}
