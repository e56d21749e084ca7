import Foundation
import OpenSwiftData
import Testing

/// Compares random programs on models that inherit from each other with plain values.
@Suite("Random programs on trees")
struct InheritanceProgramTests {
  @Test(arguments: TestedStore.supporting(.inheritance))
  func storesAgreeWithPlainValues(_ kind: TestedStore) throws {
    let store = try TestStore(kind, JourneySchema.models)
    let count = TestRun.count(300)
    for program in 0..<(kind.name == TestedStore.jsonFolder.name ? count / 10 : count) {
      let seed = TestRun.seed(1) &+ UInt64(program)
      try store.container.erase()
      var run = try JourneyProgram(seed: seed, in: store)
      guard let difference = try run.run(steps: 40) else { continue }
      Issue.record("seed \(seed): \(difference)")
      return
    }
  }
}

/// A program that changes models at random and records the expected plain values.
private struct JourneyProgram {
  private struct Plain: Equatable, CustomStringConvertible {
    var kind: String
    var rating = 3
    var own = ""
    var agency: String?
    var next: String?
    var travellers: Set<String> = []
    var legs: Set<String> = []

    var description: String {
      "\(kind) \(rating) \(own) agency \(agency ?? "-") next \(next ?? "-") "
        + "travellers \(travellers.sorted()) legs \(legs.sorted())"
    }
  }

  private let store: TestStore
  private var dice: SeededGenerator
  private var context: ModelContext
  private var plain: [String: Plain] = [:]
  private var saved: [String: Plain] = [:]
  private var number = 0
  private var log: [String] = []

  init(seed: UInt64, in store: TestStore) throws {
    self.store = store
    dice = SeededGenerator(seed: seed)
    context = store.makeContext()
    for number in 0..<3 {
      context.insert(Agency(name: "a\(number)"))
      context.insert(Traveller(name: "t\(number)"))
    }
    try context.save()
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

  /// Runs the program; returns the differences from the plain values, or nil if there are none.
  mutating func run(steps: Int) throws -> String? {
    for _ in 0..<steps {
      try step()
      if below(4) == 0, let difference = try difference() {
        return "\(difference)\nafter\n\(log.joined(separator: "\n"))"
      }
    }
    try context.save()
    context = store.makeContext()
    return try difference().map { "\($0)\nat the end of\n\(log.joined(separator: "\n"))" }
  }

  private mutating func step() throws {
    switch below(12) {
    case 0, 1, 2: insert()
    case 3: try change()
    case 4: try changeOwn()
    case 5: try setAgency()
    case 6: try toggleTraveller()
    case 7: try addLeg()
    case 8: try setNext()
    case 9: try delete()
    case 10: try save()
    default:
      guard below(2) == 0 else { return try save() }
      log.append("rollback")
      context.rollback()
      plain = saved
    }
  }

  private mutating func insert() {
    number += 1
    let name = "j\(number)"
    let kinds = ["Journey", "WorkJourney", "FairVisit", "Holiday", "DayOff"]
    let kind = kinds[below(kinds.count)]
    let journey: Journey =
      switch kind {
      case "WorkJourney": WorkJourney(name: name)
      case "FairVisit": FairVisit(name: name, topic: "")
      case "Holiday": Holiday(name: name)
      case "DayOff": DayOff(name: name)
      default: Journey(name: name)
      }
    context.insert(journey)
    plain[name] = Plain(kind: kind, own: own(of: journey))
    log.append("insert \(kind) \(name)")
  }

  /// Fetches a journey by its name, as its own class or as the base class.
  private mutating func journey(_ name: String) throws -> Journey? {
    let isBase = below(2) == 0
    switch isBase ? "Journey" : plain[name]?.kind {
    case "WorkJourney": return try context.journey(WorkJourney.self, name)
    case "FairVisit": return try context.journey(FairVisit.self, name)
    case "Holiday": return try context.journey(Holiday.self, name)
    case "DayOff": return try context.journey(DayOff.self, name)
    default: return try context.journey(Journey.self, name)
    }
  }

  private mutating func any() throws -> (name: String, journey: Journey)? {
    let names = plain.keys.sorted()
    guard !names.isEmpty else { return nil }
    let name = names[below(names.count)]
    guard let journey = try journey(name) else {
      log.append("\(name) IS MISSING")
      plain["missing \(name)"] = Plain(kind: "none")
      return nil
    }
    return (name, journey)
  }

  private mutating func change() throws {
    guard let (name, journey) = try any() else { return }
    let rating = below(9)
    journey.rating = rating
    plain[name]?.rating = rating
    log.append("rate \(name) \(rating)")
  }

  private func own(of journey: Journey) -> String {
    switch journey {
    case let fair as FairVisit: "\(fair.topic)/\(fair.allowance)"
    case let work as WorkJourney: "\(work.allowance)"
    case let holiday as Holiday: holiday.reason.rawValue
    default: ""
    }
  }

  private mutating func changeOwn() throws {
    guard let (name, journey) = try any() else { return }
    switch journey {
    case let fair as FairVisit where below(2) == 0: fair.topic = "topic \(below(9))"
    case let work as WorkJourney: work.allowance = Double(below(9))
    case let holiday as Holiday: holiday.reason = below(2) == 0 ? .family : .wellness
    default: return
    }
    let value = own(of: journey)
    plain[name]?.own = value
    log.append("own \(name) \(value)")
  }

  private mutating func setAgency() throws {
    guard let (name, journey) = try any() else { return }
    let number = below(4)
    let wanted = "a\(number)"
    let agency = try context.fetch(
      FetchDescriptor<Agency>(predicate: #Predicate { $0.name == wanted })
    ).first
    if let agency, below(2) == 0 {
      if !agency.journeys.contains(journey) { agency.journeys.append(journey) }
    } else {
      journey.agency = agency
    }
    plain[name]?.agency = agency?.name
    log.append("agency \(name) \(agency?.name ?? "-")")
  }

  private mutating func toggleTraveller() throws {
    guard let (name, journey) = try any() else { return }
    let wanted = "t\(below(3))"
    let found = try context.fetch(
      FetchDescriptor<Traveller>(predicate: #Predicate { $0.name == wanted })
    ).first
    guard let traveller = found else { return }
    let isThere = journey.travellers.contains(traveller)
    switch (isThere, below(2) == 0) {
    case (true, true): journey.travellers.removeAll { $0 === traveller }
    case (true, false): traveller.journeys.removeAll { $0 === journey }
    case (false, true): journey.travellers.append(traveller)
    case (false, false): traveller.journeys.append(journey)
    }
    if isThere {
      plain[name]?.travellers.remove(wanted)
    } else {
      plain[name]?.travellers.insert(wanted)
    }
    log.append("traveller \(wanted) \(name) \(!isThere)")
  }

  private mutating func addLeg() throws {
    guard let (name, journey) = try any() else { return }
    number += 1
    let title = "l\(number)"
    if below(2) == 0 {
      journey.legs.append(Leg(title: title))
    } else {
      context.insert(Leg(title: title, journey: journey))
    }
    plain[name]?.legs.insert(title)
    log.append("leg \(name) \(title)")
  }

  private mutating func setNext() throws {
    guard let (name, journey) = try any(), let holiday = journey as? Holiday,
      let (other, target) = try any()
    else { return }
    let isSet = below(3) > 0
    holiday.next = isSet ? target : nil
    plain[name]?.next = isSet ? other : nil
    log.append("next \(name) \(isSet ? other : "-")")
  }

  private mutating func delete() throws {
    guard let (name, journey) = try any() else { return }
    if below(3) == 0 {
      try context.delete(model: Journey.self, where: #Predicate { $0.name == name })
    } else {
      context.delete(journey)
    }
    plain[name] = nil
    log.append("delete \(name)")
    // Saving the deletion also clears relationships without an inverse.
    for (other, value) in plain where value.next == name { plain[other]?.next = nil }
    try save()
  }

  private mutating func save() throws {
    log.append("save")
    try context.save()
    saved = plain
    if below(3) == 0 { context = store.makeContext() }
  }

  /// The differences between the context and the plain values.
  private func difference() throws -> String? {
    let journeys = try context.journeys(Journey.self)
    var found: [String: Plain] = [:]
    for journey in journeys {
      found[journey.name] = Plain(
        kind: "\(type(of: journey))", rating: journey.rating, own: own(of: journey),
        agency: journey.agency?.name, next: (journey as? Holiday)?.next?.name,
        travellers: Set(journey.travellers.map(\.name)), legs: Set(journey.legs.map(\.title)))
    }
    if found != plain {
      let names = Set(found.keys).union(plain.keys).filter { found[$0] != plain[$0] }.sorted()
      return names.map {
        "\($0): found \(found[$0].map(\.description) ?? "-"), not \(plain[$0].map(\.description) ?? "-")"
      }.joined(separator: "\n")
    }
    guard journeys.count == plain.count else { return "\(journeys.count) of \(plain.count)" }
    let agencies = try context.fetch(FetchDescriptor<Agency>())
    for agency in agencies {
      let expected = Set(plain.filter { $0.value.agency == agency.name }.keys)
      if Set(agency.journeys.map(\.name)) != expected { return "members of \(agency.name)" }
    }
    for traveller in try context.fetch(FetchDescriptor<Traveller>()) {
      let expected = Set(plain.filter { $0.value.travellers.contains(traveller.name) }.keys)
      if Set(traveller.journeys.map(\.name)) != expected { return "members of \(traveller.name)" }
    }
    let legs = plain.values.reduce(0) { $0 + $1.legs.count }
    guard try context.fetchCount(FetchDescriptor<Leg>()) == legs else { return "legs" }
    let work = plain.values.count { ["WorkJourney", "FairVisit"].contains($0.kind) }
    guard try context.fetchCount(FetchDescriptor<WorkJourney>()) == work,
      try context.fetchCount(
        FetchDescriptor<Journey>(predicate: #Predicate { $0 is WorkJourney })) == work
    else { return "count of WorkJourney" }
    return nil
  }
}
