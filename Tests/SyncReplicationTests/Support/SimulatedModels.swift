import DataSchema

/// Entities with every kind of relationship, unique values and required properties.
enum SimulatedModels {
  private static func text(_ name: String, isOptional: Bool = true) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: .string, isOptional: isOptional))
  }

  private static func relation(
    _ name: String, _ destination: String, _ inverse: String?, isToMany: Bool = false,
    isOptional: Bool = true, rule: RelationshipDescription.DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(
        name: name, destination: destination, inverseName: inverse, isOptional: isOptional,
        isToMany: isToMany, deleteRule: rule))
  }

  private static func count(_ name: String) -> PropertyDescription {
    .attribute(AttributeDescription(name: name, type: .integer64))
  }

  /// The entities; an earlier version lacks a property and an entity, and a later one may have
  /// other names for some.
  static func model(isEarlier: Bool = false, renames: Bool = false) -> ModelDescription {
    let model = plain(isEarlier: isEarlier)
    guard renames, !isEarlier else { return model }
    return model.renamed(
      ["Tag": "Label", "Line": "Row"],
      [
        // One property gets the former name of another.
        "Person": ["name": "call", "city": "name", "notes": "works", "friends": "mates"],
        "Note": ["title": "heading", "tags": "labels", "owner": "writer", "lines": "rows"],
        "Tag": ["label": "text", "notes": "marks"], "Line": ["words": "text", "note": "page"],
        "Cover": ["image": "picture", "picture": "image", "note": "of"],
        "Shelf": ["holds": "keeps"],
      ])
  }

  private static func plain(isEarlier: Bool) -> ModelDescription {
    var note: [PropertyDescription] = [
      text("title", isOptional: false), text("body"), count("count"),
      relation("owner", "Person", "notes"),
      relation("tags", "Tag", "notes", isToMany: true),
      relation("lines", "Line", "note", isToMany: true, rule: .cascade),
      relation("cover", "Cover", "note", rule: .cascade),
    ]
    if !isEarlier { note.append(text("mood")) }
    var entities = [
      EntityDescription(
        name: "Person",
        properties: [
          text("name", isOptional: false), text("city"),
          relation("notes", "Note", "owner", isToMany: true, rule: .cascade),
          relation("friends", "Person", "friends", isToMany: true),
          relation("partner", "Person", "partner"),
        ], uniquenessConstraints: [["name"]]),
      EntityDescription(name: "Note", properties: note),
      EntityDescription(
        name: "Tag",
        properties: [
          text("label", isOptional: false), text("color"),
          relation("notes", "Note", "tags", isToMany: true),
        ], uniquenessConstraints: [["label"]]),
      EntityDescription(
        name: "Line",
        properties: [
          text("words"), relation("note", "Note", "lines", isOptional: false),
        ]),
      EntityDescription(
        name: "Cover",
        properties: [
          text("picture"),
          .attribute(AttributeDescription(name: "image", type: .binaryData, isOptional: true)),
          relation("note", "Note", "cover"),
        ]),
    ]
    if !isEarlier {
      entities.append(
        EntityDescription(
          name: "Shelf",
          properties: [text("label"), relation("holds", "Note", nil, isToMany: true)]))
    }
    return ModelDescription(entities: entities)
  }
}
