import CoreDataFormat
import DataSchema
import Foundation
import OpenSwiftData
import RecordStore
import SQLCore
import Testing

/// Files whose models have features that SwiftData classes cannot express.
@Suite("Stores with traits of Core Data's models")
struct CoreDataTraitTests {
  enum Owners: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Being.self, Owner.self, Pet.self] }

    @Model class Being {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Owner: Being {
      @Relationship(inverse: \Pet.owner) var pets: [Pet]? = []
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Pet: Being {
      var owner: Owner?
      override init(name: String) { super.init(name: name) }
    }
  }

  /// The models with an attribute that Core Data derives.
  enum CountedOwners: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Being.self, Owner.self, Pet.self] }

    @Model class Being {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Owner: Being {
      private(set) var petCount: Int?
      @Relationship(inverse: \Pet.owner) var pets: [Pet]? = []
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Pet: Being {
      var owner: Owner?
      override init(name: String) { super.init(name: name) }
    }
  }

  /// The next version.
  enum AgedOwners: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Being.self, Owner.self, Pet.self] }

    @Model class Being {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Owner: Being {
      @Relationship(inverse: \Pet.owner) var pets: [Pet]? = []
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Pet: Being {
      var owner: Owner?
      var age: Int16?
      override init(name: String) { super.init(name: name) }
    }
  }

  /// The next version of the models with the derived attribute.
  enum KeptCounts: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Being.self, Owner.self, Pet.self] }

    @Model class Being {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Owner: Being {
      var petCount: Int?
      @Relationship(inverse: \Pet.owner) var pets: [Pet]? = []
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Pet: Being {
      var owner: Owner?
      var age: Int16?
      override init(name: String) { super.init(name: name) }
    }
  }

  enum CountedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CountedOwners.self, KeptCounts.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: CountedOwners.self, toVersion: KeptCounts.self)]
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [Owners.self, AgedOwners.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: Owners.self, toVersion: AgedOwners.self)]
    }
  }

  /// What the file contains about its models.
  enum Telling: CaseIterable {
    case archive, ownSchema, hashesAlone
  }

  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// A model with an abstract entity and an ordered relationship.
  private static var model: ModelDescription {
    let pets = RelationshipDescription(
      name: "pets", destination: "Pet", inverseName: "owner", isToMany: true, isOrdered: true)
    let owner = RelationshipDescription(name: "owner", destination: "Owner", inverseName: "pets")
    return ModelDescription(
      entities: [
        EntityDescription(
          name: "Being", isAbstract: true,
          properties: [.attribute(AttributeDescription(name: "name", type: .string))]),
        EntityDescription(name: "Owner", parentName: "Being", properties: [.relationship(pets)]),
        EntityDescription(name: "Pet", parentName: "Being", properties: [.relationship(owner)]),
      ], versionIdentifiers: ["1.0.0"])
  }

  /// Creates the file.
  ///
  /// Its owner's pets are Tom and Rex, in this order.
  private func make(_ model: ModelDescription = model, _ telling: Telling = .archive) throws {
    let engine = try RecordEngine(
      StoreOptions(name: "owners", path: store.url.path), model: model)
    var changes = RecordChanges()
    let owner = changes.insert("Owner", ["name": .text("Ann")])
    let rex = changes.insert("Pet", ["name": .text("Rex")])
    let tom = changes.insert("Pet", ["name": .text("Tom")])
    changes.relate(owner, of: "Owner", "pets", to: [tom, rex])
    try engine.save(changes)
    switch telling {
    case .archive: try store.makeForeign()
    case .ownSchema: break
    case .hashesAlone: try store.makeForeign { _ in nil }
    }
  }

  private func pets(_ context: ModelContext) throws -> [String] {
    let owner = try #require(try context.fetch(FetchDescriptor<Owners.Owner>()).first)
    return (owner.pets ?? []).map(\.name)
  }

  @Test(arguments: Telling.allCases)
  func storesAreOpenedWithoutMigration(_ telling: Telling) throws {
    try make(Self.model, telling)
    let before = try store.metadata()
    #expect(before.versionHashes == Self.model.versionHashes)
    let statements = try store.contents()[""]
    let context = try store.open(Owners.self)
    #expect(try pets(context) == ["Tom", "Rex"])
    let owner = try #require(try context.fetch(FetchDescriptor<Owners.Owner>()).first)
    let kit = Owners.Pet(name: "Kit")
    context.insert(kit)
    owner.pets?.insert(kit, at: 1)
    try context.save()
    #expect(try pets(try store.open(Owners.self)) == ["Tom", "Kit", "Rex"])
    let positions = try store.connect().rows(
      "SELECT ZNAME FROM ZBEING WHERE ZOWNER IS NOT NULL ORDER BY Z_FOK_OWNER")
    #expect(positions == [[.text("Tom")], [.text("Kit")], [.text("Rex")]])
    let after = try store.metadata()
    #expect(after.versionHashes == before.versionHashes)
    #expect((after.schema ?? Self.model).versionHashes == before.versionHashes)
    #expect(telling == .ownSchema || after.schema == nil)
    let tables = try store.contents()[""]?.filter { !"\($0[1])".contains("OPENSWIFTDATA") }
    #expect(tables?.count == statements?.count)
  }

  @Test func hashModifiersOfEntitiesAreAccepted() throws {
    var model = Self.model
    model.entities[2].versionHashModifier = "3"
    try make(model)
    #expect(try pets(try store.open(Owners.self)) == ["Tom", "Rex"])
    #expect(try store.metadata().versionHashes == model.versionHashes)
  }

  @Test func instancesOfAbstractEntitiesAreRefused() throws {
    try make()
    let context = try store.open(Owners.self)
    context.insert(Owners.Being(name: "Nobody"))
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error == .modelValidationFailure)
    #expect(error?.errorDescription?.contains("An instance of Being cannot be inserted") == true)
    #expect(try store.connect().rows("SELECT COUNT(*) FROM ZBEING") == [[.integer(3)]])
  }

  @Test func derivedAttributesAndTheirTriggersAreKept() throws {
    var model = Self.model
    let count = DerivedDescription(name: "petCount", expression: "pets.@count", type: .integer64)
    model.entities[1].properties.append(.derived(count))
    try make(model, .ownSchema)
    try store.connect().run(
      """
      CREATE TRIGGER "ZT_ZBEING_ZPETCOUNT_ZBEING_INSERT" AFTER INSERT ON ZBEING FOR EACH ROW BEGIN \
      UPDATE ZBEING SET ZPETCOUNT = 7 WHERE Z_PK = 1; \
      SELECT NSCoreDataTriggerUpdateAffectedObjectValue('ZBEING', 1, 1, 'ZPETCOUNT', 1); END
      """)
    let context = try store.open(Owners.self)
    context.insert(Owners.Pet(name: "Kit"))
    try context.save()
    #expect(try store.metadata().versionHashes == model.versionHashes)
    let counts = try store.connect().rows("SELECT ZPETCOUNT FROM ZBEING WHERE Z_PK = 1")
    #expect(counts == [[.integer(7)]])
    try expectSeven(store.open(CountedOwners.self))
    #expect(try store.metadata().versionHashes == model.versionHashes)
  }

  private func expectSeven(_ context: ModelContext) throws {
    let owners = try context.fetch(
      FetchDescriptor<CountedOwners.Owner>(predicate: #Predicate { $0.petCount == 7 }))
    #expect(owners.map(\.petCount) == [7])
    owners.first?.name = "Bea"
    context.insert(CountedOwners.Owner(name: "Zoe"))
    try context.save()
    let rows = try store.connect().rows(
      "SELECT ZNAME, ZPETCOUNT FROM ZBEING WHERE Z_ENT = 2 ORDER BY Z_PK")
    #expect(rows == [[.text("Bea"), .integer(7)], [.text("Zoe"), .null]])
  }

  @Test func laterVersionsKeepTheTraits() throws {
    try make()
    for _ in 0..<2 {
      let context = try store.open(AgedOwners.self, Plan.self)
      let owner = try #require(try context.fetch(FetchDescriptor<AgedOwners.Owner>()).first)
      #expect(owner.pets?.map(\.name) == ["Tom", "Rex"])
      let stored = try #require(try store.metadata().schema)
      #expect(stored.entity(named: "Being")?.isAbstract == true)
      #expect(try store.metadata().versionHashes == stored.versionHashes)
      context.insert(AgedOwners.Being(name: "Nobody"))
      #expect(throws: SwiftDataError.self) { try context.save() }
    }
  }

  @Test func laterVersionsKeepDerivedValues() throws {
    var model = Self.model
    let count = DerivedDescription(name: "petCount", expression: "pets.@count", type: .integer64)
    model.entities[1].properties.append(.derived(count))
    try make(model, .ownSchema)
    let connection = try store.connect()
    try connection.run("UPDATE ZBEING SET ZPETCOUNT = 2 WHERE Z_PK = 1")
    try connection.run(
      """
      CREATE TRIGGER "ZT_ZBEING_ZPETCOUNT_ZBEING_INSERT" AFTER INSERT ON ZBEING FOR EACH ROW BEGIN \
      UPDATE ZBEING SET ZPETCOUNT = 7 WHERE Z_PK = 1; END
      """)
    let context = try store.open(KeptCounts.self, CountedPlan.self)
    let owner = try #require(try context.fetch(FetchDescriptor<KeptCounts.Owner>()).first)
    #expect(owner.petCount == 2)
    #expect(owner.pets?.map(\.name) == ["Tom", "Rex"])
    context.insert(KeptCounts.Pet(name: "Kit"))
    try context.save()
    // The attribute is no longer derived.
    let rows = try store.connect().rows("SELECT ZPETCOUNT FROM ZBEING WHERE Z_PK = 1")
    #expect(rows == [[.integer(2)]])
  }

  /// Accepting the store would lose the stored attribute.
  @Test func traitsDoNotHideOtherDifferences() throws {
    var model = Self.model
    let age = AttributeDescription(name: "age", type: .integer16, isOptional: true)
    model.entities[2].properties.append(.attribute(age))
    try make(model)
    let before = try store.metadata().versionHashes
    #expect(throws: SwiftDataError.self) {
      try store.open(Owners.self, allowsSave: false)
    }
    #expect(try store.metadata().versionHashes == before)
  }
}
