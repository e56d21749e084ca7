import DataSchema

/// A line between two entities in a diagram: a relationship with its inverse.
struct SchemaLink: Hashable {
  var from: String
  var name: String
  var isToMany: Bool
  var to: String
  var inverseName: String?
  var isInverseToMany: Bool

  /// The relationships of a model, with each inverse pair once.
  static func links(of model: ModelDescription) -> [SchemaLink] {
    let lineage = Lineage(model)
    var seen: Set<[String]> = []
    var links: [SchemaLink] = []
    for entity in model.sortedEntities {
      for case .relationship(let way) in entity.properties {
        guard model.entity(named: way.destination) != nil else { continue }
        var back: RelationshipDescription?
        if let name = way.inverseName,
          case .relationship(let found)? = lineage.property(name, of: way.destination)
        {
          back = found
        }
        let owner = back.flatMap { lineage.owner(of: $0.name, in: way.destination) }
        guard !seen.contains([owner ?? "", back?.name ?? ""]) || back == nil else { continue }
        seen.insert([entity.name, way.name])
        links.append(
          SchemaLink(
            from: entity.name, name: way.name, isToMany: way.isToMany, to: way.destination,
            inverseName: back?.name, isInverseToMany: back?.isToMany ?? true))
      }
    }
    return links
  }

  /// The text beside the line.
  var label: String {
    guard let inverseName, inverseName != name || from != to else { return name }
    return "\(name) / \(inverseName)"
  }
}
