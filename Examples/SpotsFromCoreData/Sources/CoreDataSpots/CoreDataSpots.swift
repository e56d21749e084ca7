import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import RecordStore
import SQLCore

/// The app's first version, which used Core Data, as far as the example needs it: its model, and a store.
///
/// Core Data runs on Apple's systems only. Here the same engine that is below SwiftData makes a store from
/// the model, with the tables and hashes that Core Data would make, and says no more of its models than Core Data
/// does. An app does nothing of the kind: it has a store.
package enum CoreDataSpots {
  /// The model, as Xcode's editor keeps it.
  package static let model = Bundle.module.bundleURL.appendingPathComponent("Spots.xcdatamodeld")

  /// Makes a store with some spots.
  ///
  /// - Throws: What reading the model and writing the store throws.
  package static func makeStore(at url: URL) throws {
    let source = try ModelSource(contentsOf: model)
    let options = StoreOptions(name: url.lastPathComponent, path: url.path)
    let engine = try RecordEngine(options, model: source.versions[source.current].model)
    try engine.save(spots)
    try forgetModels(options)
  }

  /// A picture that is larger than what stands in a row.
  package static let picture = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  private static var spots: RecordChanges {
    var changes = RecordChanges()
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    func world(_ number: UInt8, _ name: String, seed: String) -> Int64 {
      changes.insert(
        "WorldEntity",
        [
          "id": .uuid(identifier(1, number)), "name": .text(name), "seed": .text(seed),
          "createdAt": .date(start),
        ])
    }
    let worlds = [
      world(1, "Overworld", seed: "-4172144997902289642"), world(2, "Islands", seed: "8"),
    ]
    let names = ["Village", "Mine", "Lighthouse", "Portal", "Reef"]
    for (number, name) in names.enumerated() {
      changes.insert(
        "ItemEntity",
        [
          "id": .uuid(identifier(2, UInt8(number + 1))), "name": .text(name),
          "coordinatesX": .text("\(number * 100)"), "coordinatesY": .text("64"),
          "coordinatesZ": .text("\(number * -50)"),
          "createdAt": .date(start.addingTimeInterval(Double(number) * 3_600)),
          "updatedAt": .date(start.addingTimeInterval(Double(number) * 3_600)),
          "world": .row(worlds[number % 2]), "rating": .integer(0),
          "spotImage": number == 2 ? .data(picture) : .null,
        ])
    }
    return changes
  }

  private static func identifier(_ kind: UInt8, _ number: UInt8) -> UUID {
    UUID(uuid: (kind, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, number))
  }

  /// Takes out what this library alone writes down; the archived model stays, as in files of Core Data's.
  private static func forgetModels(_ options: StoreOptions) throws {
    let location = StoreLocation(options)
    try location.reporting {
      let connection = try location.reconnect(writable: true)
      var metadata = try location.readMetadata(connection)
      metadata.schema = nil
      let statement = try metadata.writeStatement()
      try connection.run(statement.text, statement.values)
    }
  }
}
