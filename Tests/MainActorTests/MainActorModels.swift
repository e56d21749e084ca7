import Foundation
import SwiftData

// Models of an app whose module has the default isolation `MainActor`, which is not written here.

struct Place: Codable, Equatable {
  var name = ""
  var latitude = 0.0
}

enum Rank: String, Codable {
  case low, high
}

enum Level: Int, Codable, CaseIterable {
  case first = 1
  case second
}

enum Shape: Codable, Equatable {
  case round(radius: Double)
  case square
}

@Model final class Trip {
  var name: String
  var start: Place = Place()
  var end: Place?
  var stopovers: [Place] = []
  var places: [String: Place] = [:]
  var rank: Rank = Rank.low
  var inferred = Rank.high
  var level: Level?
  var levels: [Level] = [.second]
  var shape: Shape?
  var shapes: [Shape]? = [.square]
  var count = 0
  @Attribute(.unique) var code: UUID = UUID()
  @Relationship(deleteRule: .cascade, inverse: \Ticket.trip) var tickets: [Ticket] = []
  var favorite: Ticket?

  init(name: String) { self.name = name }
}

/// A model that is also Codable.
@Model final class Ticket: Codable {
  var number: Int
  var trip: Trip?

  init(number: Int) { self.number = number }

  convenience init(from decoder: any Decoder) throws {
    self.init(number: try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// A model with an explicit isolation.
@MainActor @Model final class Panel {
  var title: String
  var size = 1
  var place: Place?
  var parts: [PanelPart] = []

  init(title: String) { self.title = title }

  func grow() { size += 1 }
}

@MainActor @Model class PanelPart {
  var number: Int = 0
  var panel: Panel?
  init(number: Int) { self.number = number }
}

/// A base class on the main actor, and its subclasses.
@Model class Vehicle {
  var name: String
  @Relationship(inverse: \VehiclePart.vehicle) var parts: [VehiclePart] = []
  init(name: String) { self.name = name }
}

@Model final class Bicycle: Vehicle {
  var gears: Int
  init(name: String, gears: Int) {
    self.gears = gears
    super.init(name: name)
  }
}

@Model final class VehiclePart {
  var label: String
  var vehicle: Vehicle?
  init(label: String) { self.label = label }
}
