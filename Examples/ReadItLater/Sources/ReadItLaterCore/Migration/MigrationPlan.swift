import SwiftData

package struct AppMigrationPlan: SchemaMigrationPlan {
  package static let schemas: [VersionedSchema.Type] = [
    AppV1Schema.self,
    AppV2Schema.self,
    AppV3Schema.self,  // 追加
  ]
  package static let stages: [MigrationStage] = []  // 空 = 軽量マイグレーション
}
