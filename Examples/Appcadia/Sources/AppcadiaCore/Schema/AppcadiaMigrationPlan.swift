import SwiftData

/// The versions of the models, oldest first, and the migrations between them.
package enum AppcadiaMigrationPlan: SchemaMigrationPlan {
  package static let schemas: [any VersionedSchema.Type] = [
    AppcadiaSchemaV1_0.self, AppcadiaSchemaV1_1.self, AppcadiaSchemaV1_2.self,
    AppcadiaSchemaV1_3.self,
  ]

  /// 軽量マイグレーション: each version only adds an entity.
  package static let stages: [MigrationStage] = [
    .lightweight(fromVersion: AppcadiaSchemaV1_0.self, toVersion: AppcadiaSchemaV1_1.self),
    .lightweight(fromVersion: AppcadiaSchemaV1_1.self, toVersion: AppcadiaSchemaV1_2.self),
    .lightweight(fromVersion: AppcadiaSchemaV1_2.self, toVersion: AppcadiaSchemaV1_3.self),
  ]
}
