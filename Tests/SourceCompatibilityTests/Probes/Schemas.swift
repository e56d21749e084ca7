import Foundation
import SwiftData

@Model final class Star { var name: String; var moons: [Moon] = []
  init(name: String) { self.name = name } }
@Model final class Moon { var star: Star?; init() {} }

enum Sky: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 1, 0)
  static var models: [any PersistentModel.Type] { [Star.self, Moon.self] }
}

func schemas(at file: URL) throws -> [Schema] {
  let listed = Schema([Star.self], version: .init(1, 0, 2))
  let spelled = Schema(Star.self, Moon.self)
  let byHand = Schema(
    Schema.Entity("Star", properties: Schema.Attribute(name: "name", valueType: String.self)),
    version: Schema.Version(2, 0, 0))
  let versioned = Schema(versionedSchema: Sky.self)
  try versioned.save(to: file)
  let loaded = try Schema.load(from: file)
  let copied = try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(loaded))
  guard listed.entity(for: Moon.self) == listed.entitiesByName[Schema.entityName(for: Moon.self)],
    Schema.schemaEncodingVersion <= copied.encodingVersion,
    [listed.version, byHand.version].max()?.description == "2.0.0"
  else { return [Schema()] }
  let task: @Sendable () -> Int = { loaded.entities.count + loaded.version.major }
  print(task(), loaded.debugDescription, copied.hashValue)
  return Array(Set([listed, spelled, byHand, versioned, loaded, copied]))
}
