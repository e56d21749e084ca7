import CloudKitSync
import DataSchema
import Foundation
import OpenSwiftData
import SyncPort
import Testing

@Model final class RuleBreaker {
  @Attribute(.unique) var name: String
  var born: Date
  @Relationship(deleteRule: .deny, inverse: \RuleKeeper.breaker) var keeper: RuleKeeper?
  init(name: String) { (self.name, self.born) = (name, .distantPast) }
}

@Model final class RuleKeeper {
  var name = ""
  var comment: String?
  var breaker: RuleBreaker?
  init() {}
}

@Model final class RuleFollower {
  var name = ""
  init() {}
}

@Suite("CloudKit's rules")
struct CloudKitRulesTests {
  private func violations(
    _ properties: [PropertyDescription], unique: [[String]] = []
  ) -> [CloudKitRules.Violation] {
    CloudKitRules.violations(
      of: ModelDescription(entities: [
        EntityDescription(name: "E", properties: properties, uniquenessConstraints: unique)
      ]))
  }

  @Test func validModelsHaveNoViolations() {
    let name = AttributeDescription(name: "name", type: .string, defaultValue: .text(""))
    let note = AttributeDescription(name: "note", type: .string, isOptional: true)
    let scratch = AttributeDescription(name: "scratch", type: .string, isTransient: true)
    let home = RelationshipDescription(name: "home", destination: "E", inverseName: "guests")
    let parts = CompositeDescription(name: "place", elements: [.attribute(name)])
    #expect(
      violations([
        .attribute(name), .attribute(note), .attribute(scratch), .relationship(home),
        .composite(parts),
      ]).isEmpty)
  }

  @Test func uniqueConstraintsAreViolations() {
    let found = violations([], unique: [["a"], ["b", "c"]])
    #expect(found.map(\.rule) == [.noUniqueConstraints, .noUniqueConstraints])
    #expect(found.map(\.property) == ["a", "b, c"])
    #expect(found.allSatisfy { $0.entity == "E" && !$0.advice.isEmpty })
  }

  @Test func attributesWithoutValuesAreViolations() {
    let found = violations([
      .attribute(AttributeDescription(name: "a", type: .date)),
      .composite(
        CompositeDescription(
          name: "c", elements: [.attribute(AttributeDescription(name: "x", type: .double))])),
    ])
    #expect(found.map(\.property) == ["a", "c"])
    #expect(Set(found.map(\.rule)) == [.attributesAreOptionalOrHaveDefaults])
  }

  @Test func everyFaultOfARelationshipIsReported() {
    let found = violations([
      .relationship(
        RelationshipDescription(
          name: "r", destination: "E", isOptional: false, isToMany: true, isOrdered: true,
          deleteRule: .deny))
    ])
    #expect(
      found.map(\.rule) == [
        .relationshipsAreOptional, .relationshipsHaveInverses, .noDenyRules,
        .noOrderedRelationships,
      ])
    #expect(found.first?.description.hasPrefix("E.r: ") ?? false)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: RuleBreaker.self, RuleKeeper.self,
      configurations: ModelConfiguration("rules", isStoredInMemoryOnly: true))
  }

  @Test func schemasAndContainersAreChecked() throws {
    let expected = [
      "RuleBreaker.name", "RuleBreaker.born", "RuleBreaker.name", "RuleBreaker.keeper",
    ]
    let container = try container()
    for found in [
      try container.cloudKitViolations(),
      try container.cloudKitViolations(forConfigurationNamed: "rules"),
      CloudKitRules.violations(of: Schema([RuleBreaker.self, RuleKeeper.self])),
    ] {
      #expect(found.map { "\($0.entity).\($0.property)" }.sorted() == expected.sorted())
      #expect(
        Set(found.map(\.rule)) == [
          .noUniqueConstraints, .attributesAreOptionalOrHaveDefaults, .noDenyRules,
        ])
    }
    #expect(throws: (any Error).self) {
      try container.cloudKitViolations(forConfigurationNamed: "other")
    }
    #expect(CloudKitRules.violations(of: Schema([RuleFollower.self])).isEmpty)
  }

  @Test func configurationsNameTheirDatabase() {
    let named = ModelConfiguration(cloudKitDatabase: .private("iCloud.org.example.spots"))
    let database = CloudKitDatabase(named, automatic: "iCloud.other", environment: .development)
    #expect(database?.container == "iCloud.org.example.spots")
    #expect(database?.scope == .private)
    #expect(database?.environment == .development)
    let automatic = ModelConfiguration(cloudKitDatabase: .automatic)
    #expect(CloudKitDatabase(automatic, environment: .production) == nil)
    let known = CloudKitDatabase(automatic, automatic: "iCloud.first", environment: .production)
    #expect(known?.container == "iCloud.first")
    let none = ModelConfiguration(cloudKitDatabase: .none)
    #expect(CloudKitDatabase(none, automatic: "iCloud.first", environment: .production) == nil)
  }
}
