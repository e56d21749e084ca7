import Foundation
import OpenSwiftData
import Testing

/// Old and new models whose keys differ, since two tables became one.
@Suite("Pairs with raised keys")
struct InheritancePairTests {
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

  @Test func areFoundAllTheSame() throws {
    let store = try StoreFixture()
    let old = try store.open(Zoo1.self)
    for number in 0..<5 {
      old.insert(Zoo1.Bird(name: "\(number)"))
      if number < 3 { old.insert(Zoo1.Cat(name: "\(number)")) }
    }
    try old.save()
    let context = try store.open(Zoo2.self, Plan.self)
    let birds = try context.fetch(FetchDescriptor<Zoo2.Bird>(sortBy: [SortDescriptor(\.name)]))
    #expect(
      birds.map(\.label) == (0..<5).map { "bird \($0)" } && birds.allSatisfy { $0.wings == 2 })
    let cats = try context.fetch(FetchDescriptor<Zoo2.Cat>(sortBy: [SortDescriptor(\.name)]))
    #expect(cats.map(\.label) == (0..<3).map { "cat \($0)" } && cats.allSatisfy { $0.lives == 9 })
    try StoreChecker(store.url, Zoo2.models).check()
  }
}
