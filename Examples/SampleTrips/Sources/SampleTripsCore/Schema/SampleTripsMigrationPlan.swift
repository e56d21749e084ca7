import SwiftData

/// The versions of the models, oldest first, and the migrations between them.
package enum SampleTripsMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [SampleTripsSchemaV1.self, SampleTripsSchemaV2.self, SampleTripsSchemaV3.self]
  }

  package static var stages: [MigrationStage] {
    [migrateV1toV2, migrateV2toV3]
  }

  // バージョン1から2へのカスタム移行ステージ
  package static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: SampleTripsSchemaV1.self,
    toVersion: SampleTripsSchemaV2.self,
    willMigrate: { context in
      let trips = try context.fetch(FetchDescriptor<SampleTripsSchemaV1.Trip>())

      // Tripインスタンスの重複を削除
      var duplicates = DuplicateTrips(in: context)
      let report = duplicates.remove(from: trips)

      try context.save()
      DuplicateReport.observer?(report)
    }, didMigrate: nil
  )

  // バージョン2から3への軽量移行ステージ
  package static let migrateV2toV3 = MigrationStage.lightweight(
    fromVersion: SampleTripsSchemaV2.self,
    toVersion: SampleTripsSchemaV3.self
  )
}
