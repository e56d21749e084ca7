import RecordStore

extension EntityBinding {
  /// The relationship that property `index` is, or nil.
  func relationship(_ index: Int) -> RelationshipBinding? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  /// Makes the bindings of the relationships that the class declares and the store keeps.
  func makeRelationships(_ lazy: LazyBinding) {
    guard !record.relationships.isEmpty else { return }
    relationshipsByProperty = Array(repeating: nil, count: properties.count)
    let prototype = makeFault()
    for related in record.relationships {
      guard let destination = lazy.sibling(related.destinationNode) else { continue }
      let relationship = RelationshipBinding(
        related, number: lazy.firstRelationship + related.number, owner: self,
        destination: destination, place: place(of: related.index, in: prototype))
      relationships.append(relationship)
      relationshipsByProperty[related.index] = relationship
    }
  }

  /// Where instances have the relationship, seen in one of them.
  private func place(
    of index: Int, in prototype: any PersistentModel
  ) -> RelationshipBinding.Place? {
    guard let link = link(of: prototype, index) else { return nil }
    let base = Unmanaged.passUnretained(prototype as AnyObject).toOpaque()
    return RelationshipBinding.Place(
      content: link.content - base, key: UnsafeMutableRawPointer(link.key) - base)
  }
}
