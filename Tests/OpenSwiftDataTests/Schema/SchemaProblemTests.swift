import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Schema problems")
struct SchemaProblemTests {
  private func problem(of types: any PersistentModel.Type...) throws -> SwiftDataError {
    try #require(throws: SwiftDataError.self) { try Schema(types).validate() }
  }

  @Test func twoModelsOfOneNameAreReported() throws {
    let error = try problem(of: Trip.self, Elsewhere.Trip.self)
    #expect(error == .unsupportedModel)
    #expect(error.description.contains("Elsewhere.Trip"))
  }

  @Test func typesThatCannotBeStoredAreReported() throws {
    let error = try problem(of: Unstorable.self)
    #expect(error == .unsupportedModel)
    #expect(error.description.contains("Unstorable.handler"))
    #expect(error.recoverySuggestion?.contains("Transient") == true)
  }

  @Test func classesWithinStructuresAreReported() throws {
    let error = try problem(of: WithClassInside.self)
    #expect(error == .unsupportedModel)
    #expect(error.description.contains("WithClassInside.label"))
  }

  @Test func inversesThatDoNotPointBackAreReported() throws {
    let error = try problem(of: Crooked.self)
    #expect(error == .unsupportedModel)
    #expect(error.description.contains("Crooked.stops"))
    #expect(error.description.contains("does not point back"))
  }

  @Test func constraintsOnToManyRelationshipsAreReported() throws {
    let error = try problem(of: UniquelyMany.self)
    #expect(error.description.contains("to-many"))
  }

  @Test func missingDestinationsAreReported() throws {
    let relationship = Schema.Relationship()
    relationship.name = "stops"
    relationship.destination = "Stop"
    let schema = Schema(Schema.Entity("Trip", properties: relationship))
    let error = try #require(throws: SwiftDataError.self) { try schema.validate() }
    #expect(error == .unsupportedModel)
    #expect(error.description.contains("'Stop'"))
    let withInverse = Schema(Schema.Entity("Trip", properties: relationship), Schema.Entity("Stop"))
    try withInverse.validate()
    relationship.inverseName = "trip"
    #expect(throws: SwiftDataError.unsupportedModel) { try withInverse.validate() }
  }

  @Test func relationshipsToOtherTypesAreReported() throws {
    let error = try problem(of: Misdeclared.self)
    #expect(error.description.contains("Misdeclared.count"))
  }
}

private final class Unstorable: PersistentModel {
  struct Handler {}
  var persistentBackingData: any BackingData<Unstorable>
  var handler = Handler()

  init(backingData: any BackingData<Unstorable>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "handler", keypath: \Unstorable.handler)]
  }
}

private final class WithClassInside: PersistentModel {
  final class Ink: Codable { var color = 0 }
  struct Label: Codable {
    var text = ""
    var ink = Ink()
  }
  var persistentBackingData: any BackingData<WithClassInside>
  var label = Label()

  init(backingData: any BackingData<WithClassInside>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "label", keypath: \WithClassInside.label)]
  }
}

private final class Crooked: PersistentModel {
  var persistentBackingData: any BackingData<Crooked>
  var stops: [Stop] = []

  init(backingData: any BackingData<Crooked>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(
        name: "stops", keypath: \Crooked.stops,
        metadata: Schema.Relationship(inverse: \Stop.trip))
    ]
  }
}

private final class UniquelyMany: PersistentModel {
  var persistentBackingData: any BackingData<UniquelyMany>
  var stops: [Stop] = []

  init(backingData: any BackingData<UniquelyMany>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "stops", keypath: \UniquelyMany.stops),
      .init(
        name: "", keypath: \UniquelyMany.stops, metadata: Schema.Unique<UniquelyMany>([\.stops])),
    ]
  }
}

private final class Misdeclared: PersistentModel {
  var persistentBackingData: any BackingData<Misdeclared>
  var count = 0

  init(backingData: any BackingData<Misdeclared>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "count", keypath: \Misdeclared.count, metadata: Schema.Relationship())]
  }
}
