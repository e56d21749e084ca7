import Foundation
import OpenSwiftData

/// The models of a depot, in the versions between which the program migrates.
enum DepotV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model
  final class Item {
    var number: Int
    var shelf: String
    var weight: Int

    init(number: Int, shelf: String, weight: Int) {
      self.number = number
      self.shelf = shelf
      self.weight = weight
    }
  }
}

/// All rows are copied, because the type of a value changes.
enum DepotV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Item.self] }

  @Model
  final class Item {
    var number: Int
    @Attribute(originalName: "shelf") var place: String
    var weight: Double
    var token = UUID()

    init(number: Int, place: String, weight: Double) {
      self.number = number
      self.place = place
      self.weight = weight
    }
  }
}

/// Shelves become separate models.
enum DepotV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Article.self, Shelf.self] }

  @Model(originalName: "Item")
  final class Article {
    #Index<Article>([\.place])
    var number: Int
    var place: String
    var weight: Double
    var shelf: Shelf?

    init(number: Int, place: String, weight: Double) {
      self.number = number
      self.place = place
      self.weight = weight
    }
  }

  @Model
  final class Shelf {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Article.shelf) var articles: [Article] = []

    init(name: String) { self.name = name }
  }
}

enum DepotPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [DepotV1.self, DepotV2.self, DepotV3.self] }

  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: DepotV1.self, toVersion: DepotV2.self),
      .custom(
        fromVersion: DepotV2.self, toVersion: DepotV3.self, willMigrate: nil,
        didMigrate: { context in
          guard let migration = context.migration else { return }
          let articles = try migration.table(of: DepotV3.Article.self)
          for row in try migration.rows("SELECT DISTINCT place FROM \(articles)") {
            guard case .text(let name) = row[0] else { continue }
            context.insert(DepotV3.Shelf(name: name))
          }
          try context.save()
          try migration.execute(
            """
            UPDATE \(articles) AS a SET shelf_id = s.row_id \
            FROM \(try migration.table(of: DepotV3.Shelf.self)) AS s \
            WHERE s.name = a.place AND a.number % 10 = 0
            """)
        }),
    ]
  }
}
