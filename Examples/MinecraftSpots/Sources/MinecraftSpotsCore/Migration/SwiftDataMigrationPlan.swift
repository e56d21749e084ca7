import Foundation
import SwiftData

package enum SwiftDataMigrationPlan: SchemaMigrationPlan {
  package static var schemas: [any VersionedSchema.Type] {
    [CoreDataSchema.self, SwiftDataSchemaV1.self]
  }

  package static var stages: [MigrationStage] { [coreDataToSwiftData] }

  /// CoreData → SwiftData, in one file.
  ///
  /// Entities have new names, identifiers have a new type, and pictures move from files into the
  /// store, so the migration cannot be inferred. `PictureTransfer.current` specifies where the
  /// pictures are. A picture that cannot be read ends the migration, unless
  /// `PictureTransfer.current` allows omitting it.
  package static let coreDataToSwiftData = MigrationStage.custom(
    fromVersion: CoreDataSchema.self, toVersion: SwiftDataSchemaV1.self,
    migrate: { migration in
      guard let store = migration.new.container.configurations.first?.url else { return }
      let transfer = PictureTransfer.current
      let conversion = CoreDataConversion(
        folder: transfer.folder(ofStoreAt: store), skipsUnreadable: transfer.skipsUnreadable)
      try conversion.convert(from: migration.old, to: migration.new)
    })
}
