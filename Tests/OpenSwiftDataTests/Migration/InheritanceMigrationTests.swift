import Foundation
import OpenSwiftData
import Testing

/// Migrations to and from models that inherit from models.
@Suite("Migrating inheritance")
struct InheritanceMigrationTests {
  enum Zoo1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Bird.self, Cat.self] }
    @Model final class Bird {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Cat {
      var name: String
      init(name: String) { self.name = name }
    }
  }
  enum Zoo2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Animal.self, Bird.self, Cat.self] }
    @Model class Animal {
      var name: String
      var label = ""
      init(name: String) { self.name = name }
    }
    @Model final class Bird: Animal {
      var wings = 2
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Cat: Animal {
      var lives = 9
      override init(name: String) { super.init(name: name) }
    }
  }
  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Zoo1.self, Zoo2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: Zoo1.self, toVersion: Zoo2.self) { migration in
          try migration.forEach(Zoo1.Bird.self, Zoo2.Bird.self, batchSize: 2) { old, new in
            new.label = "bird \(old.name)"
          }
          try migration.forEach(Zoo1.Cat.self, Zoo2.Cat.self, batchSize: 2) { old, new in
            new.label = "cat \(old.name)"
          }
        }
      ]
    }
  }

  /// Back again, in a version of its own.
  enum Zoo3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Bird.self] }
    @Model final class Bird {
      var name: String
      init(name: String) { self.name = name }
    }
  }
  enum Return: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Zoo1.self, Zoo2.self, Zoo3.self] }
    static var stages: [MigrationStage] {
      [
        .lightweight(fromVersion: Zoo1.self, toVersion: Zoo2.self),
        .custom(
          fromVersion: Zoo2.self, toVersion: Zoo3.self, willMigrate: nil, didMigrate: { _ in }),
      ]
    }
  }

  @Test func isRefusedBeforeAnythingChanges() throws {
    let store = try StoreFixture()
    let old = try store.open(Zoo1.self)
    for number in 0..<5 {
      old.insert(Zoo1.Bird(name: "\(number)"))
      if number < 3 { old.insert(Zoo1.Cat(name: "\(number)")) }
    }
    try old.save()
    #expect(throws: SwiftDataError.unsupportedModel) { try store.open(Zoo2.self, Plan.self) }
    #expect(throws: SwiftDataError.unsupportedModel) { try store.open(Zoo3.self, Return.self) }
    #expect(try store.version == "1.0.0")
    #expect(try old.fetchCount(FetchDescriptor<Zoo1.Cat>()) == 3)
    try StoreChecker(store.url, Zoo1.models).check()
  }
}
