import DataSchema
import Foundation

/// Reads a model that Xcode's editor wrote: the file `contents` of a `.xcdatamodel`.
struct EditedModelReader {
  /// The path of the file, for errors.
  let path: String
  var version: ModelSource.Version
  /// The composites to which attributes of the model refer, by name.
  private(set) var composites: [String: XMLElement] = [:]
  var partCount = 0

  static func version(
    _ data: Data, at path: String, named name: String
  ) throws(ModelGenerationError) -> ModelSource.Version {
    let root: XMLElement
    do {
      root = try XMLDocument.root(of: data)
    } catch {
      throw ModelFile.damaged(path, "in line \(error.line), \(error.reason)")
    }
    guard root.name == "model" else {
      throw ModelGenerationError(
        .unknownFormat, "\(path) is XML, but not a Core Data model.",
        advice: "Specify the .xcdatamodeld that Xcode created.")
    }
    var reader = EditedModelReader(
      path: path,
      version: ModelSource.Version(
        name: name, model: ModelDescription(entities: [], versionIdentifiers: [])))
    try reader.read(root)
    return reader.version
  }

  private mutating func read(_ root: XMLElement) throws(ModelGenerationError) {
    if let identifier = root.filled("userDefinedModelVersionIdentifier") {
      version.model.versionIdentifiers = [identifier]
    }
    for element in root.children where element.name == "composite" {
      if let name = element.filled("name") { composites[name] = element }
    }
    for element in root.children {
      switch element.name {
      case "entity": version.model.entities.append(try entity(element))
      case "fetchRequest":
        note("The stored fetch request \(quoted(element)) is left out; write a FetchDescriptor.")
      case "configuration": noteConfiguration(element, of: root)
      default: break
      }
    }
  }

  private mutating func noteConfiguration(_ element: XMLElement, of root: XMLElement) {
    let members = element.children.filter { $0.name == "memberEntity" }
    guard members.count < root.children.count(where: { $0.name == "entity" }) else { return }
    note(
      "The configuration \(quoted(element)) is left out; pass its models to a ModelConfiguration.")
  }

  private mutating func entity(
    _ element: XMLElement
  ) throws(ModelGenerationError) -> EntityDescription {
    guard let name = element.filled("name") else {
      throw ModelFile.damaged(path, "an entity has no name")
    }
    var entity = EntityDescription(name: name)
    entity.isAbstract = element.flag("isAbstract")
    entity.parentName = element.filled("parentEntity")
    entity.versionHashModifier = element.filled("versionHashModifier")
    entity.originalName = element.formerName(name)
    for child in element.children {
      switch child.name {
      case "attribute":
        guard let attribute = try attribute(child, of: name) else { continue }
        entity.properties.append(attribute)
        // Models used this attribute before there were fetch indexes.
        if child.flag("indexed") {
          entity.indexes.append(IndexDescription(propertyNames: [attribute.name]))
        }
      case "relationship": entity.properties.append(try relationship(child, of: name))
      case "fetchedProperty":
        note("A fetched property is left out; write a FetchDescriptor.", name, child.filled("name"))
      case "uniquenessConstraints":
        entity.uniquenessConstraints += child.children.map { $0.values("constraint") }
          .filter { !$0.isEmpty }
      case "compoundIndexes":
        entity.indexes += child.children.map { $0.values("index") }.filter { !$0.isEmpty }
          .map { IndexDescription(propertyNames: $0) }
      case "fetchIndex": if let index = index(child, of: name) { entity.indexes.append(index) }
      default: break
      }
    }
    return entity
  }

  private mutating func index(_ element: XMLElement, of entity: String) -> IndexDescription? {
    let parts = element.children.filter { $0.name == "fetchIndexElement" }
    let names = parts.compactMap { $0.filled("property") }
    guard !names.isEmpty, names.count == parts.count,
      element.filled("partialIndexPredicate") == nil
    else {
      note(
        "The index \(quoted(element)) is left out, because it indexes an expression or only some rows.",
        entity)
      return nil
    }
    let isSpatial = parts.contains { $0.attributes["type"]?.lowercased() == "rtree" }
    let descending = parts.filter { $0.attributes["order"] == "descending" }
      .compactMap { $0.filled("property") }
    return IndexDescription(
      kind: isSpatial ? .rtree : .binary, propertyNames: names, name: element.filled("name"),
      descendingNames: descending.isEmpty || isSpatial ? nil : descending)
  }

  mutating func note(_ text: String, _ entity: String? = nil, _ property: String? = nil) {
    version.notes.append(GenerationNote(text, entity: entity, property: property))
  }

  private func quoted(_ element: XMLElement) -> String {
    "'\((element.filled("name") ?? "").prefix(100))'"
  }
}

extension XMLElement {
  /// The value of an attribute, if it exists and is not empty.
  func filled(_ name: String) -> String? {
    guard let value = attributes[name], !value.isEmpty else { return nil }
    return value
  }

  func flag(_ name: String) -> Bool { attributes[name] == "YES" }

  /// The name in an earlier version; nil if it is the same.
  func formerName(_ name: String) -> String? {
    let former = filled("elementID") ?? filled("renamingIdentifier")
    return former == name ? nil : former
  }

  /// The values of the children with a name.
  fileprivate func values(_ name: String) -> [String] {
    children.filter { $0.name == name }.compactMap { $0.filled("value") }
  }
}
