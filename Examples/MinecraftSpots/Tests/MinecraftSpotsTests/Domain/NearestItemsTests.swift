import ExampleTestSupport
import Foundation
import MinecraftSpotsCore
import Testing

@Suite("Nearest items")
struct NearestItemsTests {
  /// Compares with sorting all spots by floating-point distances, which are exact in this range.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func nearestItemsMatchSortingAllItems(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Small worlds have many equal distances.
    let reach = [2, 20, 1_000, 30_000_000].randomElement(using: &random) ?? 2
    let items = (0..<Int.random(in: 0...60, using: &random)).map { number in
      item(
        "\(number)",
        Int.random(in: 0..<8, using: &random) == 0 ? nil : place(reach, using: &random))
    }
    let center = place(reach, using: &random)
    let count = Int.random(in: 0...70, using: &random)

    var nearest = NearestItems(to: center, count: count)
    for item in items { nearest.add(item) }

    let expected = items.filter { $0.coordinates != nil }
      .sorted { (distance($0, center), $0.id) < (distance($1, center), $1.id) }
      .prefix(count)
    #expect(nearest.matches.map(\.item.id) == expected.map(\.id), "seed \(seed)")
    for match in nearest.matches {
      #expect(Double(match.squaredDistance) == distance(match.item, center), "seed \(seed)")
    }
  }

  @Test(arguments: [0, -1, Int.min])
  func countOfZeroOrLessFindsNoItems(_ count: Int) {
    var nearest = NearestItems(to: Coordinates(x: 0, y: 0, z: 0), count: count)
    nearest.add(item("a", Coordinates(x: 0, y: 0, z: 0)))
    #expect(nearest.matches.isEmpty)
  }

  private func item(_ id: String, _ coordinates: Coordinates?) -> Item {
    Item(
      id: id, coordinates: coordinates, world: nil, spotImageName: nil, createdAt: .distantPast,
      updatedAt: .distantPast)
  }

  private func place(_ reach: Int, using random: inout SeededGenerator) -> Coordinates {
    Coordinates(
      x: Int.random(in: -reach...reach, using: &random),
      y: Int.random(in: -64...320, using: &random),
      z: Int.random(in: -reach...reach, using: &random))
  }

  private func distance(_ item: Item, _ center: Coordinates) -> Double {
    guard let place = item.coordinates else { return .infinity }
    let sides = [place.x - center.x, place.y - center.y, place.z - center.z].map(Double.init)
    return sides.reduce(0) { $0 + $1 * $1 }
  }
}
