import CoreDataFormat
import DataSchema
import Foundation
import ModelGeneration
import RecordStore
import SQLCore

/// The parts of the app's first version, which used Core Data, that the example needs: its model,
/// and a store.
///
/// Core Data runs only on Apple's systems. Here, the engine of this library creates a store from
/// the model, with the tables and hashes that Core Data would create, and with no more information
/// about its models. An app does nothing of the kind: it has a store.
package enum CoreDataSpots {
  /// The model in the format of Xcode's editor.
  package static let model = Bundle.module.bundleURL.appendingPathComponent("Spots.xcdatamodeld")

  /// Creates a store with some spots.
  ///
  /// - Throws: Errors of reading the model and writing the store.
  package static func makeStore(at url: URL) throws {
    let source = try ModelSource(contentsOf: model)
    let options = StoreOptions(name: url.lastPathComponent, path: url.path)
    let engine = try RecordEngine(options, model: source.versions[source.current].model)
    try engine.save(spots)
    try forgetModels(options)
  }

  /// A picture that is too large to be stored in its row.
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

  /// Removes metadata that only this library writes; the archived model stays, as in files of Core
  /// Data.
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
