import CommandLineTool
import DataSchema
import RecordStore

/// A format for showing entities.
enum SchemaFormat: String, CaseIterable {
  case text, json, mermaid, svg

  func text(of model: ModelDescription, _ origin: ModelOrigin, _ terminal: Terminal) -> String {
    switch self {
    case .text: SchemaText(terminal).text(of: model, origin)
    case .json: SchemaJSON.json(of: model, origin).lines + "\n"
    case .mermaid: MermaidDiagram(model).text
    case .svg: SVGDiagram(model).text
    }
  }
}

extension ModelDescription {
  /// The entities, sorted by name.
  var sortedEntities: [EntityDescription] { entities.sorted { $0.name < $1.name } }
}

extension AttributeType {
  /// The name of the type in Swift.
  var swiftName: String {
    switch self {
    case .integer16: "Int16"
    case .integer32: "Int32"
    case .integer64: "Int"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .binaryData: "Data"
    case .uuid: "UUID"
    case .uri: "URL"
    case .transformable: "Transformable"
    }
  }
}

extension PropertyDescription {
  /// The name of the property's type in diagrams.
  var typeName: String {
    switch self {
    case .attribute(let attribute):
      (attribute.valueTypeName ?? attribute.type.swiftName) + (attribute.isOptional ? "?" : "")
    case .composite(let composite):
      (composite.valueTypeName ?? "Composite") + (composite.isOptional ? "?" : "")
    case .relationship(let relationship):
      relationship.isToMany
        ? "[\(relationship.destination)]"
        : relationship.destination + (relationship.isOptional ? "?" : "")
    case .derived(let derived): derived.type?.swiftName ?? "Derived"
    }
  }
}

extension RelationshipDescription.DeleteRule {
  var name: String {
    switch self {
    case .noAction: "noAction"
    case .nullify: "nullify"
    case .cascade: "cascade"
    case .deny: "deny"
    }
  }
}
