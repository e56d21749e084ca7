import Foundation
import SwiftData

@Model final class Boat { var name: String; init(name: String) { self.name = name } }
@Model final class Port { var name: String; init(name: String) { self.name = name } }

enum Harbour: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Boat.self, Port.self]
}
enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Harbour.self] }
  static var stages: [MigrationStage] { [] }
}

func containers() throws -> [ModelContainer] {
  let memory = ModelConfiguration(isStoredInMemoryOnly: true)
  let schema = Schema([Boat.self, Port.self])
  return [
    try ModelContainer(for: Boat.self), try ModelContainer(for: schema),
    try ModelContainer(for: Boat.self, Port.self, configurations: memory),
    try ModelContainer(for: Boat.self, migrationPlan: Plan.self, configurations: memory),
    try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: memory),
    try ModelContainer(for: schema, migrationPlan: Plan.self, configurations: [memory]),
    try ModelContainer(for: schema, configurations: [memory]),
  ]
}

@MainActor
func use(_ container: ModelContainer) throws -> Int {
  container.mainContext.insert(Boat(name: "b"))
  try container.mainContext.save()
  container.configurations = container.configurations
  let other = Task.detached { ModelContext(container).hasChanges }
  other.cancel()
  try container.erase()
  return container.schema.entities.count + (container.migrationPlan == nil ? 1 : 0)
}
