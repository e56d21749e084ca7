// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
import Foundation
import SwiftData

enum Shape: Codable, Equatable {
  case none
  case circle(radius: Double)
}

struct Place: Codable, Equatable {
  var latitude = 0.0
  var longitude = 0.0
}

typealias MaybeText = String?

@Model
final class Gadget {
  static let limit = 10

  var name: String
  var count: Int = 0
  var key: UUID = UUID()
  var made = Date(timeIntervalSinceReferenceDate: 0)
  var shape: Shape = .none
  var optionalShape: Shape? = .circle(radius: 1)
  var place: Place = Place()
  var spare: Place?
  var tags: [String] = []
  var scores: [String: Int] = [:]
  var alias: MaybeText = nil
  var nickname: String!
  var `default`: Int = 1
  var _hidden: Bool = false
  var description: String = "gadget"
  var isDeleted: Bool = true
  private(set) var revision: Int = 1
  @Transient var cache: [String] = ["warm"]
  @Transient var onChange: (() -> Void)?

  init(name: String) {
    self.name = name
  }

  convenience init(name: String, count: Int) {
    self.init(name: name)
    self.count = count
  }

  var summary: String { "\(name) × \(count)" }

  func revise() { revision += 1 }
}

@Model
class Vehicle {
  var wheels: Int
  var owner: Gadget?
  init(wheels: Int) { self.wheels = wheels }
}

@Model
class Truck: Vehicle {
  var load: Double = 0
  var plate: String
  init(plate: String) {
    self.plate = plate
    super.init(wheels: 6)
  }
}

@Model
final class Tanker: Truck {
  var liquid: String = "water"
  init(liquid: String) {
    super.init(plate: "none")
    self.liquid = liquid
  }
}

enum Versions {
  @Model
  final class Gadget: Codable, Identifiable {
    var id: String
    init(id: String) { self.id = id }

    enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
    }
  }
}

@Model
fileprivate final class Hidden {
  private var secret: Int = 0
  init() {}
}
