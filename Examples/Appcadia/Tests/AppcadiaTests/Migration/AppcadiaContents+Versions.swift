import ExampleTestSupport
import Foundation
import SwiftData

@testable import AppcadiaCore

extension AppcadiaContents {
  /// The versions, oldest first.
  static let versions = [
    StoreVersion(
      AppcadiaSchemaV1_0.self, plan: PlanToV1_0.self,
      insert: { (contents: AppcadiaContents, context) in
        contents.insertBase(into: context) { context.insert(AppcadiaSchemaV1_0.Trainer($0)) }
      },
      read: { context in
        var contents = try AppcadiaContents(readingBase: context)
        contents.trainers = try context.rows(\AppcadiaSchemaV1_0.Trainer.id, Trainer.init)
        return contents
      }),
    StoreVersion(
      AppcadiaSchemaV1_1.self, plan: PlanToV1_1.self,
      insert: { contents, context in contents.insertWithRewards(into: context) },
      read: { try AppcadiaContents(readingWithRewards: $0) }),
    StoreVersion(
      AppcadiaSchemaV1_2.self, plan: PlanToV1_2.self,
      insert: { contents, context in contents.insertWithSettings(into: context) },
      read: { try AppcadiaContents(readingWithSettings: $0) }),
    StoreVersion(
      AppcadiaSchemaV1_3.self, plan: AppcadiaMigrationPlan.self,
      insert: { contents, context in
        contents.insertWithSettings(into: context)
        for completion in contents.completions {
          context.insert(AppcadiaCore.Completion(completion))
        }
      },
      read: { try AppcadiaContents(of: $0) }),
  ]

  private enum PlanToV1_0: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [AppcadiaSchemaV1_0.self]
    static let stages: [MigrationStage] = []
  }

  private enum PlanToV1_1: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [
      AppcadiaSchemaV1_0.self, AppcadiaSchemaV1_1.self,
    ]
    static let stages = Array(AppcadiaMigrationPlan.stages.prefix(1))
  }

  private enum PlanToV1_2: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [
      AppcadiaSchemaV1_0.self, AppcadiaSchemaV1_1.self, AppcadiaSchemaV1_2.self,
    ]
    static let stages = Array(AppcadiaMigrationPlan.stages.prefix(2))
  }

  /// The contents of a store of the newest version.
  init(of context: ModelContext) throws {
    try self.init(readingWithSettings: context)
    completions = try context.rows(\AppcadiaCore.Completion.id, Completion.init)
  }

  private func insertWithSettings(into context: ModelContext) {
    insertWithRewards(into: context)
    for settings in settings { context.insert(AppSettings(settings)) }
  }

  private init(readingWithSettings context: ModelContext) throws {
    try self.init(readingWithRewards: context)
    settings = try context.rows(\AppSettings.id, Settings.init)
  }

  private init(readingBase context: ModelContext) throws {
    goals = try context.rows(\AppcadiaCore.Goal.id, Goal.init)
    actions = try context.rows(\DailyAction.id, Action.init)
    stamps = try context.rows(\AppcadiaCore.Stamp.id, Stamp.init)
  }

  private init(readingWithRewards context: ModelContext) throws {
    try self.init(readingBase: context)
    trainers = try context.rows(\AppcadiaSchemaV1_1.Trainer.id, Trainer.init)
    rewards = try context.rows(\AppcadiaCore.Reward.id, Reward.init)
  }
}

extension ModelContext {
  /// All models of a class as plain values, sorted by identifier.
  fileprivate func rows<Model: PersistentModel, Row>(
    _ id: KeyPath<Model, UUID>, _ row: (Model) -> Row
  ) throws -> [Row] {
    try fetch(FetchDescriptor<Model>())
      .sorted { $0[keyPath: id].uuidString < $1[keyPath: id].uuidString }.map(row)
  }
}
