import ExampleTestSupport
import Foundation
import Testing

@testable import MinecraftSpotsCore

@Suite("Conversion")
struct ConversionTests {
  private static let dates = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2))

  @Test(arguments: 0..<100 as Range<UInt64>)
  func itemsConvertToModelsAndBack(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let isSet = { Bool.random(using: &random) }
    let world = World(
      id: "w", name: "World", seed: Seed(rawValue: 7), createdAt: Self.dates.0,
      updatedAt: Self.dates.1)
    let hasImage = isSet()
    let item = Item(
      id: "i\(seed)",
      coordinates: isSet() ? Coordinates(x: -5, y: Int.min, z: Int.max) : nil,
      world: isSet() ? world : nil, spotImageName: hasImage ? "i\(seed)" : nil,
      createdAt: Self.dates.0, updatedAt: Self.dates.1, name: isSet() ? "村" : nil,
      comment: isSet() ? "" : nil)
    let model = item.toModel(imageData: hasImage ? Data() : nil)
    #expect(model.toDomain(world: item.world) == item)
    #expect(model.worldID == item.world?.id)
  }

  @Test func worldsConvertToModelsAndBack() {
    for seed in [nil, Seed(rawValue: .min)] {
      let world = World(
        id: "w", name: nil, seed: seed, createdAt: Self.dates.0, updatedAt: Self.dates.1,
        comment: "x")
      #expect(world.toModel().toDomain() == world)
    }
  }

  @Test(
    arguments: [
      ("1", "2", nil), ("1", "2", "3.5"), ("1", "", "3"), ("１", "2", "3"),
    ] as [(String, String, String?)])
  func coordinatesRequireThreeWholeNumbers(_ x: String, _ y: String, _ z: String?) {
    let model = ItemModel.testFixture(coordinatesX: x, coordinatesY: y, coordinatesZ: z)
    #expect(model.toDomain(world: nil).coordinates == nil)
  }
}
