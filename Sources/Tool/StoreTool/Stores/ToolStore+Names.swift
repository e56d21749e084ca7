import CommandLineTool
import DataSchema
import RecordStore

extension ToolStore {
  /// Finds an entity by its name; case is ignored if no name matches exactly.
  ///
  /// - Throws: `ToolError` for an unknown name; it suggests the most similar one.
  func entity(_ name: String) throws -> RecordEntity {
    try engine.entity(entityNamed: name, place)
  }
}

extension RecordEngine {
  /// Finds an entity by its name; case is ignored if no name matches exactly.
  ///
  /// - Throws: `ToolError` for an unknown name; it suggests the most similar one.
  func entity(entityNamed name: String, _ place: String) throws -> RecordEntity {
    if let found = Spelling.match(name, among: model.entities.map(\.name)) {
      return try entity(found)
    }
    let names = model.entities.map(\.name)
    throw ToolError.usage(
      "“\(place)” has no entity “\(name)”.\(Spelling.question(name, among: names))",
      advice: NameList.entities(names, like: name))
  }
}
