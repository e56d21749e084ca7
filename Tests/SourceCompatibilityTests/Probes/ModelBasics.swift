import Foundation
import SwiftData

@Model
final class Recipe {
  var title: String
  var servings = 2
  var notes: String?
  var written: Date = Date()

  init(title: String) { self.title = title }

  var heading: String { title.uppercased() }
  static let maximumServings = 12
  func double() { servings *= 2 }
}

@Model
class Device {
  var serial: String
  private(set) var starts: Int = 0
  init(serial: String) { self.serial = serial }
  convenience init() { self.init(serial: "none") }
  func start() { starts += 1 }
}

@Model
final class Badge {
  var id: UUID
  init(id: UUID = UUID()) { self.id = id }
}

func identities(_ recipe: Recipe, _ other: Recipe, _ badge: Badge) -> [PersistentIdentifier] {
  recipe.double()
  recipe.notes?.append("!")
  let own: UUID = badge.id
  let first: PersistentIdentifier = recipe.id
  let states = [recipe.hasChanges, recipe.isDeleted, recipe == other, recipe.modelContext == nil]
  let counts: [Recipe: Int] = [recipe: states.count, other: own.uuidString.count]
  let models: [any PersistentModel] = [recipe, badge, Device()]
  return models.map(\.persistentModelID) + [first] + Set(counts.keys).map(\.persistentModelID)
}
