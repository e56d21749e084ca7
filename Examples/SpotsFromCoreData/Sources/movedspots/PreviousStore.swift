import Foundation
import SwiftData

/// The store of the app's previous version, which used Core Data.
///
/// Core Data runs only on Apple's systems. Here, the generated models create a store with the
/// tables and version hashes that Core Data would create. An app does nothing of the kind: it has
/// a store.
enum PreviousStore {
  /// A picture that is too large to be stored in its row.
  static let picture = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  /// Creates a store with some spots.
  static func make(at url: URL) throws {
    let context = try SpotStore.open(url)
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let worlds = [("Overworld", "-4172144997902289642"), ("Islands", "8")].enumerated().map {
      WorldEntity(
        id: identifier(1, $0 + 1), createdAt: start, name: $1.0, seed: $1.1)
    }
    for world in worlds { context.insert(world) }
    for (number, name) in ["Village", "Mine", "Lighthouse", "Portal", "Reef"].enumerated() {
      let date = start.addingTimeInterval(Double(number) * 3_600)
      context.insert(
        ItemEntity(
          id: identifier(2, number + 1), coordinatesX: "\(number * 100)", coordinatesY: "64",
          coordinatesZ: "\(number * -50)", createdAt: date, name: name,
          spotImage: number == 2 ? picture : nil, updatedAt: date, world: worlds[number % 2]))
    }
    try context.save()
  }

  private static func identifier(_ kind: UInt8, _ number: Int) -> UUID {
    UUID(uuid: (kind, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}
