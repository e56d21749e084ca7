import Foundation
import OpenSwiftData

/// A model with a property of every type that predicates can compare, and a declared `id`.
@Model
final class Row {
  var id: Int
  var int: Int
  var optionalInt: Int?
  /// Small enough for arithmetic without overflow.
  var small: Int
  var tiny: Int8
  var unsigned: UInt64
  var optionalUnsigned: UInt64?
  var double: Double
  var optionalDouble: Double?
  var float: Float
  var decimal: Decimal
  var optionalDecimal: Decimal?
  var flag: Bool
  var optionalFlag: Bool?
  var name: String
  var optionalName: String?
  var date: Date
  var optionalDate: Date?
  var uuid: UUID
  var optionalUUID: UUID?
  var url: URL
  var data: Data
  var status: Status
  var optionalStatus: Status?
  var mood: Mood
  var address: Address
  var place: Place?
  var tags: [String]

  init(_ values: RowValues) {
    id = values.id
    int = values.int
    optionalInt = values.optionalInt
    small = values.small
    tiny = values.tiny
    unsigned = values.unsigned
    optionalUnsigned = values.optionalUnsigned
    double = values.double
    optionalDouble = values.optionalDouble
    float = values.float
    decimal = values.decimal
    optionalDecimal = values.optionalDecimal
    flag = values.flag
    optionalFlag = values.optionalFlag
    name = values.name
    optionalName = values.optionalName
    date = values.date
    optionalDate = values.optionalDate
    uuid = values.uuid
    optionalUUID = values.optionalUUID
    url = values.url
    data = values.data
    status = values.status
    optionalStatus = values.optionalStatus
    mood = values.mood
    address = values.address
    place = values.place
    tags = values.tags
  }
}

/// Its order differs from the order of its raw values.
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
