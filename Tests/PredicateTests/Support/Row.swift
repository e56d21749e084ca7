import Foundation

/// An object with a property of every type that a predicate can compare.
final class Row: Sendable {
  let id: Int
  let int: Int
  let optionalInt: Int?
  /// Small enough for arithmetic that cannot overflow.
  let small: Int
  let tiny: Int8
  let unsigned: UInt64
  let optionalUnsigned: UInt64?
  let double: Double
  let optionalDouble: Double?
  let float: Float
  let decimal: Decimal
  let optionalDecimal: Decimal?
  let flag: Bool
  let optionalFlag: Bool?
  let name: String
  let optionalName: String?
  let date: Date
  let optionalDate: Date?
  let uuid: UUID
  let optionalUUID: UUID?
  let url: URL
  let data: Data
  let status: Status
  let optionalStatus: Status?
  let mood: Mood
  let address: Address
  let place: Place?
  let tags: [String]

  init(id: Int, from random: inout RandomValues, allowsNaN: Bool = true) {
    self.id = id
    int = random.int()
    optionalInt = random.optional { $0.int() }
    small = random.small()
    tiny = random.tiny()
    unsigned = random.unsigned()
    optionalUnsigned = random.optional { $0.unsigned() }
    double = random.double(allowsNaN: allowsNaN)
    optionalDouble = random.optional { $0.double(allowsNaN: allowsNaN) }
    float = random.float(allowsNaN: allowsNaN)
    decimal = random.decimal()
    optionalDecimal = random.optional { $0.decimal() }
    flag = random.bool()
    optionalFlag = random.optional { $0.bool() }
    name = random.string()
    optionalName = random.optional { $0.string() }
    date = random.date()
    optionalDate = random.optional { $0.date() }
    uuid = random.uuid()
    optionalUUID = random.optional { $0.uuid() }
    url = random.url()
    data = random.data()
    status = random.status()
    optionalStatus = random.optional { $0.status() }
    mood = random.mood()
    address = Address(city: random.string(), zip: random.optional { $0.small() })
    place = random.optional {
      Place(latitude: $0.double(allowsNaN: allowsNaN), label: $0.optional { $0.string() })
    }
    tags = [random.string()]
  }
}

/// Ordered against the order of its raw values.
enum Status: Int, Codable, CaseIterable, Comparable, Sendable {
  case open = 3
  case waiting = 7
  case closed = 1

  static func < (lhs: Status, rhs: Status) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int {
    switch self {
    case .waiting: 0
    case .open: 1
    case .closed: 2
    }
  }
}

enum Mood: String, Codable, Sendable {
  case glad
  case sad = "K`;"
}

struct Address: Codable, Hashable, Sendable {
  var city: String
  var zip: Int?
}

struct Place: Codable, Hashable, Sendable {
  var latitude: Double
  var label: String?
}
