import Foundation
import OpenSwiftData
import SQLCore
import Testing

/// Migrations that introduce or remove inheritance between models.
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

  /// The first shape again, as a separate version.
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

  private func makeZoo(_ store: StoreFixture) throws {
    let old = try store.open(Zoo1.self)
    for number in 0..<5 {
      old.insert(Zoo1.Bird(name: "b\(number)"))
      if number < 3 { old.insert(Zoo1.Cat(name: "c\(number)")) }
    }
    try old.save()
  }

  @Test func modelsGetACommonBase() throws {
    let store = try StoreFixture()
    try makeZoo(store)
    let context = try store.open(Zoo2.self, Plan.self)
    #expect(try store.version == "2.0.0")
    let all = try context.fetch(
      FetchDescriptor<Zoo2.Animal>(sortBy: [SortDescriptor(\.name)]))
    #expect(all.map(\.name) == ["b0", "b1", "b2", "b3", "b4", "c0", "c1", "c2"])
    #expect(all.map(\.label).first == "bird b0")
    #expect(all.last?.label == "cat c2")
    #expect(all.compactMap { ($0 as? Zoo2.Bird)?.wings } == [2, 2, 2, 2, 2])
    #expect(all.compactMap { ($0 as? Zoo2.Cat)?.lives } == [9, 9, 9])
    let cats = FetchDescriptor<Zoo2.Animal>(predicate: #Predicate { $0 is Zoo2.Cat })
    #expect(try context.fetchCount(cats) == 3)
    context.insert(Zoo2.Animal(name: "other"))
    context.insert(Zoo2.Bird(name: "new"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Zoo2.Animal>()) == 10)
    #expect(try context.fetchCount(FetchDescriptor<Zoo2.Bird>()) == 6)
    try StoreChecker(store.url, Zoo2.models).check()
  }

  @Test func modelsLoseTheirCommonBase() throws {
    let store = try StoreFixture()
    try makeZoo(store)
    let context = try store.open(Zoo3.self, Return.self)
    let birds = try context.fetch(FetchDescriptor<Zoo3.Bird>(sortBy: [SortDescriptor(\.name)]))
    #expect(birds.map(\.name) == ["b0", "b1", "b2", "b3", "b4"])
    try StoreChecker(store.url, Zoo3.models).check()
  }

  enum Fleet1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Car.self, Driver.self] }
    @Model class Car {
      var name: String
      @Relationship(inverse: \Driver.car) var drivers: [Driver] = []
      init(name: String) { self.name = name }
    }
    @Model final class Driver {
      var name: String
      var car: Car?
      init(name: String, car: Car? = nil) {
        self.name = name
        self.car = car
      }
    }
  }
  enum Fleet2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] {
      [Car.self, Lorry.self, Tipper.self, Driver.self]
    }
    @Model class Car {
      var name: String
      @Relationship(inverse: \Driver.car) var drivers: [Driver] = []
      init(name: String) { self.name = name }
    }
    @Model class Lorry: Car {
      var load = 10
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Tipper: Lorry {
      var angle = 45
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Driver {
      var name: String
      var car: Car?
      init(name: String, car: Car? = nil) {
        self.name = name
        self.car = car
      }
    }
  }
  /// `load` moved to the base class, and a subclass was removed.
  enum Fleet3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Car.self, Lorry.self, Driver.self] }
    @Model class Car {
      var name: String
      var load = 0
      @Relationship(inverse: \Driver.car) var drivers: [Driver] = []
      init(name: String) { self.name = name }
    }
    @Model class Lorry: Car {
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Driver {
      var name: String
      var car: Car?
      init(name: String, car: Car? = nil) {
        self.name = name
        self.car = car
      }
    }
  }
  enum FleetPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Fleet1.self, Fleet2.self] }
    static var stages: [MigrationStage] {
      [
        .custom(
          fromVersion: Fleet1.self, toVersion: Fleet2.self, willMigrate: nil,
          didMigrate: { context in
            // Heavy cars become lorries.
            for car in try context.fetch(
              FetchDescriptor<Fleet2.Car>(predicate: #Predicate { $0.name == "heavy" }))
            {
              let lorry = Fleet2.Lorry(name: car.name)
              context.insert(lorry)
              lorry.drivers = car.drivers
              context.delete(car)
            }
            try context.save()
          })
      ]
    }
  }

  private func makeFleet(_ store: StoreFixture) throws {
    let old = try store.open(Fleet1.self)
    for name in ["light", "heavy"] {
      old.insert(Fleet1.Driver(name: name, car: Fleet1.Car(name: name)))
    }
    try old.save()
  }

  @Test func aSubclassIsAdded() throws {
    let store = try StoreFixture()
    try makeFleet(store)
    let context = try store.open(Fleet2.self)
    let cars = try context.fetch(FetchDescriptor<Fleet2.Car>(sortBy: [SortDescriptor(\.name)]))
    #expect(cars.map(\.name) == ["heavy", "light"])
    #expect(!cars.contains { $0 is Fleet2.Lorry })
    #expect(cars[0].drivers.map(\.name) == ["heavy"])
    let tipper = Fleet2.Tipper(name: "t")
    tipper.drivers = cars[0].drivers
    context.insert(tipper)
    try context.save()
    let other = try store.open(Fleet2.self)
    let lorries = FetchDescriptor<Fleet2.Car>(predicate: #Predicate { $0 is Fleet2.Lorry })
    #expect(try other.fetch(lorries).map(\.name) == ["t"])
    let drivers = try other.fetch(FetchDescriptor<Fleet2.Driver>(sortBy: [SortDescriptor(\.name)]))
    #expect((drivers[0].car as? Fleet2.Tipper)?.angle == 45)
    #expect(drivers.last?.car?.name == "light")
    try StoreChecker(store.url, Fleet2.models).check()
  }

  @Test func aStageMakesInstancesOfASubclass() throws {
    let store = try StoreFixture()
    try makeFleet(store)
    let context = try store.open(Fleet2.self, FleetPlan.self)
    let cars = try context.fetch(FetchDescriptor<Fleet2.Car>(sortBy: [SortDescriptor(\.name)]))
    #expect(cars.map { "\(type(of: $0))" } == ["Lorry", "Car"])
    #expect(cars[0].drivers.map(\.name) == ["heavy"])
    try StoreChecker(store.url, Fleet2.models).check()
  }

  @Test func aPropertyMovesUpAndASubclassIsRemoved() throws {
    let store = try StoreFixture()
    do {
      let old = try store.open(Fleet2.self)
      let lorry = Fleet2.Lorry(name: "l")
      lorry.load = 7
      old.insert(lorry)
      old.insert(Fleet2.Car(name: "c"))
      try old.save()
    }
    let context = try store.open(Fleet3.self)
    let cars = try context.fetch(FetchDescriptor<Fleet3.Car>(sortBy: [SortDescriptor(\.name)]))
    #expect(cars.map { "\(type(of: $0))" } == ["Car", "Lorry"])
    #expect(cars.map(\.load) == [0, 7])
    try StoreChecker(store.url, Fleet3.models).check()
  }

  @Test func rowsOfUnlistedSubclassesAreNotReadAsTheirBase() throws {
    let store = try StoreFixture()
    do {
      let old = try store.open(Fleet2.self)
      old.insert(Fleet2.Tipper(name: "t"))
      old.insert(Fleet2.Lorry(name: "l"))
      try old.save()
    }
    // Migration requires permission to save.
    #expect(throws: SwiftDataError.self) {
      try store.open(
        Schema([Fleet2.Lorry.self], version: Schema.Version(2, 0, 0)), allowsSave: false)
    }
    let context = try store.open(Schema([Fleet2.Lorry.self], version: Schema.Version(2, 0, 0)))
    #expect(try context.fetch(FetchDescriptor<Fleet2.Car>()).map(\.name) == ["l"])
    // The migration has deleted the row of the subclass.
    #expect(try store.connect().rows("SELECT ZNAME FROM ZCAR") == [[.text("l")]])
  }
}
