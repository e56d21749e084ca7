import Foundation
import OpenSwiftData
import RandomTesting

// An inheritance tree of models, and models that reference it.

@Model
class Craft {
  var name: String
  var length: Double
  var home: Harbour?

  init(name: String, length: Double) {
    self.name = name
    self.length = length
  }
}

@Model
class SailingCraft: Craft {
  var sails: Int
  @Relationship(inverse: \Sailor.craft) var crew: [Sailor] = []

  init(name: String, length: Double, sails: Int) {
    self.sails = sails
    super.init(name: name, length: length)
  }
}

@Model
final class Yacht: SailingCraft {
  var owner: String?
  var isHired: Bool = false

  init(name: String, length: Double, sails: Int, owner: String?) {
    self.owner = owner
    super.init(name: name, length: length, sails: sails)
  }
}

@Model
final class Ferry: Craft {
  var cars: Int

  init(name: String, length: Double, cars: Int) {
    self.cars = cars
    super.init(name: name, length: length)
  }
}

@Model
final class Harbour {
  var name: String
  @Relationship(inverse: \Craft.home) var crafts: [Craft] = []
  var flagship: Craft?
  init(name: String) { self.name = name }
}

@Model
final class Sailor {
  var name: String
  var craft: SailingCraft?
  init(name: String) { self.name = name }
}

/// A container with a random fleet, and the saved instances.
final class FleetStore {
  let container: ModelContainer
  let context: ModelContext
  private(set) var crafts: [Craft] = []
  private(set) var harbours: [Harbour] = []
  private(set) var sailors: [Sailor] = []

  init(seed: UInt64, count: Int = 30) throws {
    container = try ModelContainer(
      for: Craft.self, SailingCraft.self, Yacht.self, Ferry.self, Harbour.self, Sailor.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    var random = RandomValues(seed: seed)
    harbours = (0..<5).map { _ in Harbour(name: random.one(of: ["a", "b", "c"])) }
    sailors = (0..<12).map { _ in Sailor(name: random.one(of: ["a", "b", "c"])) }
    for harbour in harbours { context.insert(harbour) }
    for sailor in sailors { context.insert(sailor) }
    for _ in 0..<count {
      let craft = Self.craft(&random)
      context.insert(craft)
      crafts.append(craft)
      craft.home = random.optional { $0.one(of: harbours) }
    }
    for harbour in harbours { harbour.flagship = random.optional { $0.one(of: crafts) } }
    let sailing = crafts.compactMap { $0 as? SailingCraft }
    for sailor in sailors where !sailing.isEmpty {
      sailor.craft = random.optional { $0.one(of: sailing) }
    }
    try context.save()
  }

  private static func craft(_ random: inout RandomValues) -> Craft {
    let name = random.one(of: ["a", "b", "c"])
    let length = Double(random.below(4))
    return switch random.below(4) {
    case 0: Craft(name: name, length: length)
    case 1: SailingCraft(name: name, length: length, sails: random.below(4))
    case 2:
      Yacht(
        name: name, length: length, sails: random.below(4),
        owner: random.optional { $0.one(of: ["a", "b"]) })
    default: Ferry(name: name, length: length, cars: random.below(5))
    }
  }
}
