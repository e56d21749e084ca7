import Foundation
import OpenSwiftData

@Model
final class SyncedRegion {
  var name: String
  @Relationship(inverse: \SyncedPlace.region) var places: [SyncedPlace] = []
  init(name: String) { self.name = name }
}

@Model
final class SyncedPlace {
  #Index<SyncedPlace>([\.number])
  var number: Int
  var name: String
  var note: String?
  var visits = 0
  var height: Double
  var seen: Date
  var region: SyncedRegion?

  init(_ number: Int) {
    self.number = number
    name = "Place \(number)"
    note = number % 3 == 0 ? "A longer text about place \(number), as people write them." : nil
    height = Double(number % 256) + 0.5
    seen = Date(timeIntervalSinceReferenceDate: Double(700_000_000 + number * 60))
  }
}
