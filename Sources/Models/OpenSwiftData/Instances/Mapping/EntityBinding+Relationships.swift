import RecordStore

extension EntityBinding {
  /// The relationship of the property at `index`, or nil.
  func relationship(_ index: Int) -> RelationshipBinding? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  /// Creates the bindings of the relationships that the class declares and the store keeps.
  func makeRelationships() {
    guard !record.relationships.isEmpty else { return }
    relationshipsByProperty = Array(repeating: nil, count: properties.count)
    let prototypes = (makeFault(), makeFault())
    for related in record.relationships {
      if related.owner !== record {
        // An inherited relationship is the same in all classes.
        guard let inherited = siblings.relationship(related)
        else { continue }
        relationships.append(inherited)
        relationshipsByProperty[related.index] = inherited
        continue
      }
      let relationship = RelationshipBinding(
        related, owner: self,
        place: sharesLayout ? place(of: related.index, in: prototypes) : nil,
        slot: sharesLayout ? nil : slot(related.index))
      relationships.append(relationship)
      relationshipsByProperty[related.index] = relationship
    }
  }

  /// The type that accesses the slots of a property, or nil if it is not a relationship.
  private func slot(_ index: Int) -> (any RelationshipSlot.Type)? {
    func open<Value>(_ type: Value.Type) -> (any RelationshipSlot.Type)? { relationshipSlot(type) }
    return _openExistential(properties[index].metadata.valueType, do: open)
  }

  /// The offsets of the relationship in instances; nil if they differ between two instances.
  private func place(
    of index: Int, in prototypes: (any PersistentModel, any PersistentModel)
  ) -> RelationshipBinding.Place? {
    let place = place(of: index, in: prototypes.0)
    return place == self.place(of: index, in: prototypes.1) ? place : nil
  }

  private func place(
    of index: Int, in prototype: any PersistentModel
  ) -> RelationshipBinding.Place? {
    guard let link = link(of: prototype, index) else { return nil }
    let base = Unmanaged.passUnretained(prototype as AnyObject).toOpaque()
    return RelationshipBinding.Place(
      content: link.content - base, key: UnsafeMutableRawPointer(link.key) - base)
  }
}
