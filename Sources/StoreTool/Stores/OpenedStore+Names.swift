import DataSchema
import RecordStore

extension OpenedStore {
  /// The entity that somebody names, in capitals or small letters.
  ///
  /// - Throws: `ToolError` for a name that no entity has; it says which is most like it.
  func entity(_ name: String) throws -> RecordEntity {
    try engine.entity(entityNamed: name, place)
  }
}

extension RecordEngine {
  /// The entity that somebody names, in capitals or small letters.
  ///
  /// - Throws: `ToolError` for a name that no entity has; it says which is most like it.
  func entity(entityNamed name: String, _ place: String) throws -> RecordEntity {
    if let found = Spelling.match(name, among: model.entities.map(\.name)) {
      return try entity(found)
    }
    let names = model.entities.map(\.name)
    throw ToolError.usage(
      "“\(place)” has no entity “\(name)”.\(Spelling.question(name, among: names))",
      advice: "It has \(NameList.text(names, like: name)).")
  }
}
