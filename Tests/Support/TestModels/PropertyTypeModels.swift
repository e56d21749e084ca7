import Foundation
import OpenSwiftData

/// One property of every plain type, and its optional.
@Model
final class Wide {
  var bool: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var float: Float
  var double: Double
  var decimal: Decimal
  var string: String
  var date: Date
  var uuid: UUID
  var url: URL
  var data: Data
  var optionalBool: Bool?
  var optionalInt: Int?
  var optionalInt8: Int8?
  var optionalInt16: Int16?
  var optionalInt32: Int32?
  var optionalInt64: Int64?
  var optionalUInt: UInt?
  var optionalUInt8: UInt8?
  var optionalUInt16: UInt16?
  var optionalUInt32: UInt32?
  var optionalUInt64: UInt64?
  var optionalFloat: Float?
  var optionalDouble: Double?
  var optionalDecimal: Decimal?
  var optionalString: String?
  var optionalDate: Date?
  var optionalUUID: UUID?
  var optionalURL: URL?
  var optionalData: Data?

  init() {
    bool = false
    int = 0
    int8 = 0
    int16 = 0
    int32 = 0
    int64 = 0
    uint = 0
    uint8 = 0
    uint16 = 0
    uint32 = 0
    uint64 = 0
    float = 0
    double = 0
    decimal = 0
    string = ""
    date = Date(timeIntervalSinceReferenceDate: 0)
    uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    url = URL(fileURLWithPath: "/")
    data = Data()
  }
}

enum Genre: String, Codable, CaseIterable { case fiction, poetry, essay = "an essay" }

enum Level: Int, Codable, CaseIterable { case low = -1, middle, high = 1_000_000 }

enum Shape: Codable, Hashable {
  case point
  case circle(radius: Double)
  case rectangle(Double, Double)
  case labelled(text: String, at: Coordinate)
}

struct Coordinate: Codable, Hashable {
  var latitude: Double
  var longitude: Double
}

struct Address: Codable, Hashable {
  var street: String
  var zip: String?
  var coordinate: Coordinate
  var lines: [String]
}

/// Codable written by hand: one string.
struct Currency: Codable, Hashable {
  var code: String

  init(code: String) { self.code = code }

  init(from decoder: any Decoder) throws {
    code = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}

@Model
final class Composed {
  var genre: Genre
  var level: Level
  var shape: Shape
  var address: Address
  var currency: Currency
  var strings: [String]
  var numbers: [Int]
  var doubles: [Double]
  var dates: [Date]
  var identifiers: Set<UUID>
  var scores: [String: Int]
  var addresses: [Address]
  var genres: [Genre]
  var shapes: [String: Shape]
  var nested: [[Int]]
  var optionalGenre: Genre?
  var optionalLevel: Level?
  var optionalShape: Shape?
  var optionalAddress: Address?
  var optionalCurrency: Currency?
  var optionalStrings: [String]?
  var optionalScores: [String: Int]?

  init() {
    genre = .fiction
    level = .low
    shape = .point
    address = Address(
      street: "", zip: nil, coordinate: Coordinate(latitude: 0, longitude: 0), lines: [])
    currency = Currency(code: "")
    strings = []
    numbers = []
    doubles = []
    dates = []
    identifiers = []
    scores = [:]
    addresses = []
    genres = []
    shapes = [:]
    nested = []
  }
}
