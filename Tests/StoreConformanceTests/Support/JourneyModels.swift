import Foundation
import OpenSwiftData

// An inheritance tree with relationships on every level: to the tree, from it, and within it.

@Model
class Journey {
  var name: String
  var rating: Int = 3
  @Relationship(deleteRule: .cascade, inverse: \Leg.journey) var legs: [Leg] = []
  @Relationship(inverse: \Traveller.journeys) var travellers: [Traveller] = []
  var agency: Agency?

  init(name: String) { self.name = name }
}

@Model
class WorkJourney: Journey {
  var allowance: Double = 0
  var company: String?
  @Relationship(deleteRule: .cascade, inverse: \Receipt.journey) var receipts: [Receipt] = []

  init(name: String, allowance: Double = 0) {
    self.allowance = allowance
    super.init(name: name)
  }
}

@Model
final class FairVisit: WorkJourney {
  var topic: String = ""
  @Attribute(.externalStorage) var map: Data?

  init(name: String, topic: String) {
    self.topic = topic
    super.init(name: name)
  }
}

@Model
class Holiday: Journey {
  enum Reason: String, Codable { case family, wellness }

  var reason: Reason = Reason.family
  /// A relationship without an inverse.
  var next: Journey?

  init(name: String, reason: Reason = .family) {
    self.reason = reason
    super.init(name: name)
  }
}

/// Adds no properties.
@Model
final class DayOff: Holiday {
  init(name: String) { super.init(name: name, reason: .wellness) }
}

@Model
final class Leg {
  var title: String
  var journey: Journey?
  init(title: String, journey: Journey? = nil) {
    self.title = title
    self.journey = journey
  }
}

@Model
final class Receipt {
  var amount: Int
  var journey: WorkJourney?
  init(amount: Int) { self.amount = amount }
}

@Model
final class Traveller {
  var name: String
  var journeys: [Journey] = []
  init(name: String) { self.name = name }
}

@Model
final class Agency {
  var name: String
  @Relationship(inverse: \Journey.agency) var journeys: [Journey] = []
  /// A relationship without an inverse.
  var best: Journey?
  init(name: String) { self.name = name }
}

enum JourneySchema {
  static let models: [any PersistentModel.Type] = [
    Journey.self, WorkJourney.self, FairVisit.self, Holiday.self, DayOff.self, Leg.self,
    Receipt.self, Traveller.self, Agency.self,
  ]
}

extension ModelContext {
  /// Inserts and saves one model of each class.
  @discardableResult
  func saveJourneys() throws -> [Journey] {
    let work = WorkJourney(name: "work", allowance: 20)
    work.company = "Fish & Co"
    let fair = FairVisit(name: "fair", topic: "Swift")
    fair.allowance = 50
    fair.rating = 5
    let journeys = [
      Journey(name: "plain"), work, fair, Holiday(name: "holiday"), DayOff(name: "day"),
    ]
    for journey in journeys { insert(journey) }
    try save()
    return journeys
  }

  func journeys<Model: Journey>(
    _ type: Model.Type, _ predicate: Predicate<Model>? = nil
  ) throws -> [Model] {
    try fetch(FetchDescriptor<Model>(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
  }

  func journey<Model: Journey>(_ type: Model.Type, _ name: String) throws -> Model? {
    try journeys(type, #Predicate { $0.name == name }).first
  }
}
