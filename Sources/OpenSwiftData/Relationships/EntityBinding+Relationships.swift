import CoreDataFormat
import DataSchema

extension EntityBinding {
  /// The relationship that property `index` is, or nil.
  func relationship(_ index: Int) -> RelationshipBinding? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  /// Makes the bindings of the relationships that the class declares and the store keeps.
  func makeRelationships(_ declared: [LazyRelationship], _ entity: EntityDescription) {
    guard !declared.isEmpty else { return }
    relationshipsByProperty = Array(repeating: nil, count: properties.count)
    let prototypes = (makeFault(), makeFault())
    for (index, property) in properties.enumerated() {
      guard
        let declared = declared.last(where: { entity.properties[$0.property].name == property.name }
        ),
        case .relationship(let description) = entity.properties[declared.property],
        let storage = table.properties[property.name].flatMap(RelationshipBinding.Storage.init)
      else { continue }
      let relationship = RelationshipBinding(
        declared, description, index: index, storage: storage, owner: self,
        place: sharesLayout ? place(of: index, in: prototypes) : nil,
        slot: sharesLayout ? nil : slot(index))
      relationships.append(relationship)
      relationshipsByProperty[index] = relationship
    }
  }

  /// What uses the slots of a property by their type.
  private func slot(_ index: Int) -> (any RelationshipSlot.Type)? {
    func open<Value>(_ type: Value.Type) -> (any RelationshipSlot.Type)? { relationshipSlot(type) }
    return _openExistential(properties[index].metadata.valueType, do: open)
  }

  /// Where instances have the relationship; nil where two of them do not say the same.
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

extension RelationshipBinding.Storage {
  fileprivate init?(_ columns: PropertyColumns) {
    switch columns {
    case .toOne(let column): self = .foreignKey(column: column.name)
    case .toMany(let table, _, let column): self = .children(table: table, column: column)
    case .manyToMany(let table): self = .join(table)
    case .attribute, .composite: return nil
    }
  }
}
