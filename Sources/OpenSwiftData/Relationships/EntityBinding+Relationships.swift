import CoreDataFormat
import DataSchema

extension EntityBinding {
  /// The relationship that property `index` is, or nil.
  func relationship(_ index: Int) -> RelationshipBinding? {
    index < relationshipsByProperty.count ? relationshipsByProperty[index] : nil
  }

  func makeRelationships(among bindings: [EntityBinding], number: inout Int) throws {
    let descriptions = relationshipDescriptions
    guard !descriptions.isEmpty else { return }
    relationshipsByProperty = Array(repeating: nil, count: properties.count)
    let prototype = makeFault()
    for (index, property) in properties.enumerated() {
      guard let description = descriptions[property.name] else { continue }
      let destination = try destination(of: description, among: bindings)
      guard let storage = table.properties[property.name].flatMap(RelationshipBinding.Storage.init)
      else { continue }
      let relationship = RelationshipBinding(
        description, index: index, number: number, storage: storage, owner: self,
        destination: destination, place: place(of: index, in: prototype))
      number += 1
      relationships.append(relationship)
      relationshipsByProperty[index] = relationship
    }
  }

  private func destination(
    of relationship: RelationshipDescription, among bindings: [EntityBinding]
  ) throws -> EntityBinding {
    guard let destination = bindings.first(where: { $0.name == relationship.destination }),
      destination.store === store
    else {
      throw SwiftDataError.unsupportedModel.explained(
        "\(relationship.destination) is kept in another store.", entity: name,
        property: relationship.name,
        advice: "Keep related models in one configuration, or keep an identifier instead.")
    }
    return destination
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
