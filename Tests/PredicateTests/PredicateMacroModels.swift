import Foundation
import SwiftData

enum Level: String, Codable, CaseIterable { case low, middle, high }

struct Address: Codable { 
  var city: String
  var zip: String? 
}

final class Team: PersistentModel, @unchecked Sendable {
  var persistentModelID = PersistentIdentifier()
  var name: String
  var city: String?
  var players: [Player] = []
  var captain: Player?
  init(name: String, city: String? = nil) { self.name = name; self.city = city }
}

class Player: PersistentModel, @unchecked Sendable {
  var persistentModelID = PersistentIdentifier()
  var number = 0
  var bonus: Int?
  var small: Int8 = 0
  var weight = 0.0
  var nick = ""
  var motto: String?
  var joined = Date(timeIntervalSinceReferenceDate: 0)
  var left: Date?
  var isActive = false
  var level = Level.low
  var mood: Level?
  var team: Team?
  var tags: [String] = []
  var scores: [String: Int] = [:]
  var address = Address(city: "")
  var home: Address?
  init() {}
}

final class Keeper: Player, @unchecked Sendable {
  var saves = 0
}
