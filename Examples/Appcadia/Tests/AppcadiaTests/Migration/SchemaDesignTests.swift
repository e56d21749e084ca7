import AppcadiaCore
import SwiftData
import Testing

/// インデックス設計: the indexes and unique constraints of the design.
@Suite("Design of the schema")
struct SchemaDesignTests {
  private let schema = Schema(versionedSchema: CurrentSchema.self)

  @Test(arguments: [
    ("Goal", [["isActive"], ["createdAt"], ["lastStampDate"]]),
    ("Stamp", [["date"], ["goalId"]]), ("Trainer", [["isSelected"]]),
    ("Reward", [["trainerId", "threshold"], ["isUnlocked"]]),
  ])
  func entitiesHaveTheirIndexes(_ name: String, _ indexes: [[String]]) throws {
    let entity = try #require(schema.entitiesByName[name])
    #expect(Set(entity.indices) == Set(indexes))
  }

  @Test func identifiersAndStampDaysAreUnique() throws {
    for entity in schema.entities {
      #expect(entity.uniquenessConstraints.contains(["id"]), "\(entity.name)")
    }
    let stamp = try #require(schema.entitiesByName["Stamp"])
    #expect(stamp.uniquenessConstraints.contains(["goalId", "date"]))
  }

  @Test(arguments: [
    ("Goal", "stamps", "Stamp", "goal"), ("Goal", "dailyActions", "DailyAction", "goal"),
    ("Trainer", "rewards", "Reward", "trainer"),
  ])
  func relationshipsHaveInverses(
    _ name: String, _ property: String, _ target: String, _ inverse: String
  ) throws {
    let one = try #require(schema.entitiesByName[name]?.relationshipsByName[property])
    let other = try #require(schema.entitiesByName[target]?.relationshipsByName[inverse])
    #expect(one.destination == target)
    #expect(one.inverseName == inverse)
    #expect(!one.isToOneRelationship)
    #expect(other.destination == name)
    #expect(other.inverseName == property)
    #expect(other.isToOneRelationship)
    #expect(other.isOptional)
  }
}
