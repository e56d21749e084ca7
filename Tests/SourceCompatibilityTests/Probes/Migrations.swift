import Foundation
import SwiftData

enum First: VersionedSchema {
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Page.self] }
  @Model final class Page { var text: String; init(text: String) { self.text = text } }
}
enum Second: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Page.self] }
  @Model final class Page {
    @Attribute(.unique, originalName: "text") var content: String
    init(content: String) { self.content = content }
  }
}

struct Pages: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
  static var stages: [MigrationStage] { [cleanUp, plain] }
  static var plain: MigrationStage { .lightweight(fromVersion: First.self, toVersion: Second.self) }
  static var cleanUp: MigrationStage {
    .custom(
      fromVersion: First.self, toVersion: Second.self,
      willMigrate: { context in
        for page in try context.fetch(FetchDescriptor<First.Page>()) { context.delete(page) }
        try context.save()
      }, didMigrate: nil)
  }
}

func describe(_ stage: MigrationStage, _ context: ModelContext) throws -> String {
  switch stage {
  case .lightweight(let from, let to): return "\(from.versionIdentifier) \(to.versionIdentifier)"
  case .custom(let from, _, let will, let did):
    try will?(context)
    try did?(context)
    return from.models.map { "\($0)" }.joined()
  }
}
