import Foundation
import OpenSwiftData

enum SquadLevel: String, Codable, CaseIterable { case low, middle, high }

struct SquadAddress: Codable {
  var city: String
  var zip: String?
}

@Model
final class Squad {
  var name = ""
  var city: String?
  var members: [SquadMember] = []
  var captain: SquadMember?

  init(name: String, city: String? = nil) {
    self.name = name
    self.city = city
  }
}

@Model
class SquadMember {
  var number = 0
  var bonus: Int?
  var small: Int8 = 0
  var weight = 0.0
  var nick = ""
  var motto: String?
  var joined = Date(timeIntervalSinceReferenceDate: 0)
  var left: Date?
  var isActive = false
  var level = SquadLevel.low
  var mood: SquadLevel?
  var squad: Squad?
  var tags: [String] = []
  var scores: [String: Int] = [:]
  var address = SquadAddress(city: "")
  var home: SquadAddress?

  init() {}
}

@Model
final class SquadKeeper: SquadMember {
  var saves = 0

  override init() { super.init() }
}
