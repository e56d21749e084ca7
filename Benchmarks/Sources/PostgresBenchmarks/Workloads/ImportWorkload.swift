import BenchmarkCommon
import CPostgresBaseline
import Foundation
import OpenSwiftData

/// j: decodes trips with their items from JSON, and saves them.
struct ImportWorkload: Workload {
  let key = "j"
  let content = Databases.Content.noTrips
  let changes = true

  func title(_ databases: Databases) -> String {
    "import \(databases.tripCount) trips with \(Trip.itemsPerTrip) items each from JSON, one save"
  }
  func itemCount(_ databases: Databases) -> Int {
    databases.tripCount * (1 + Trip.itemsPerTrip)
  }

  func runLibrary(_ address: String, _ databases: Databases) throws -> Outcome {
    let container = try databases.container(address, content)
    let json = databases.trips
    return try measure {
      let context = ModelContext(container)
      let trips = try JSONDecoder().decode([TripValues].self, from: json)
      for values in trips { context.insert(Trip(values)) }
      try context.save()
      return UInt64(itemCount(databases))
    }
  }

  /// Decodes the same JSON with the same decoder: the difference is what models and a save cost.
  func runBaseline(_ connection: Baseline, _ databases: Databases) throws -> Outcome {
    let json = databases.trips
    return try measure {
      let trips = try JSONDecoder().decode([TripValues].self, from: json)
      let itemCount = trips.reduce(0) { $0 + $1.items.count }
      try connection.run { baseline_begin_trips($0, trips.count, itemCount) }
      for trip in trips {
        try withText(trip.name) { name in
          try connection.run { baseline_insert_trip($0, name, microseconds(trip.start)) }
        }
      }
      for (number, trip) in trips.enumerated() {
        for item in trip.items {
          try withText(item.title) { title in
            try connection.run {
              baseline_insert_item($0, number, title, item.isPacked, item.weight)
            }
          }
        }
      }
      try connection.run { baseline_end_trips($0) }
      return UInt64(trips.count + itemCount)
    }
  }
}

/// A trip as JSON.
struct TripValues: Codable {
  struct Item: Codable {
    var title: String
    var isPacked: Bool
    var weight: Double
  }

  var name: String
  var start: Date
  var items: [Item]

  init(_ trip: Trip) {
    (name, start) = (trip.name, trip.start)
    items = trip.items.map { Item(title: $0.title, isPacked: $0.isPacked, weight: $0.weight) }
  }
}

extension Trip {
  fileprivate convenience init(_ values: TripValues) {
    self.init(name: values.name, start: values.start)
    items = values.items.map { Item(title: $0.title, isPacked: $0.isPacked, weight: $0.weight) }
  }
}

/// Calls `body` with a text as C data.
private func withText<Result>(
  _ text: String, _ body: (baseline_text) throws -> Result
) rethrows -> Result {
  var text = text
  return try text.withUTF8 { bytes in
    try bytes.withMemoryRebound(to: CChar.self) {
      try body(baseline_text(bytes: $0.baseAddress, length: Int32($0.count)))
    }
  }
}
