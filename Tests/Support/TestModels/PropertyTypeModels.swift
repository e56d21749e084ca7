import Foundation
import OpenSwiftData

/// A model with a property of every simple type, and an optional one.
@Model
package final class Wide {
  package var bool: Bool
  package var int: Int
  package var int8: Int8
  package var int16: Int16
  package var int32: Int32
  package var int64: Int64
  package var uint: UInt
  package var uint8: UInt8
  package var uint16: UInt16
  package var uint32: UInt32
  package var uint64: UInt64
  package var float: Float
  package var double: Double
  package var decimal: Decimal
  package var string: String
  package var date: Date
  package var uuid: UUID
  package var url: URL
  package var data: Data
  package var optionalBool: Bool?
  package var optionalInt: Int?
  package var optionalInt8: Int8?
  package var optionalInt16: Int16?
  package var optionalInt32: Int32?
  package var optionalInt64: Int64?
  package var optionalUInt: UInt?
  package var optionalUInt8: UInt8?
  package var optionalUInt16: UInt16?
  package var optionalUInt32: UInt32?
  package var optionalUInt64: UInt64?
  package var optionalFloat: Float?
  package var optionalDouble: Double?
  package var optionalDecimal: Decimal?
  package var optionalString: String?
  package var optionalDate: Date?
  package var optionalUUID: UUID?
  package var optionalURL: URL?
  package var optionalData: Data?

  package init() {
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

package enum Genre: String, Codable, CaseIterable { case fiction, poetry, essay = "an essay" }

package enum Level: Int, Codable, CaseIterable { case low = -1, middle, high = 1_000_000 }

package enum Shape: Codable, Hashable {
  case point
  case circle(radius: Double)
  case rectangle(Double, Double)
  case labelled(text: String, at: Coordinate)
}

package struct Coordinate: Codable, Hashable {
  package var latitude: Double
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

package struct Address: Codable, Hashable {
  package var street: String
  package var zip: String?
  package var coordinate: Coordinate
  package var lines: [String]

  package init(street: String, zip: String?, coordinate: Coordinate, lines: [String]) {
    self.street = street
    self.zip = zip
    self.coordinate = coordinate
    self.lines = lines
  }
}

/// A hand-written `Codable` type that encodes to a single string.
package struct Currency: Codable, Hashable {
  package var code: String

  package init(code: String) { self.code = code }

  package init(from decoder: any Decoder) throws {
    code = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}

@Model
package final class Composed {
  package var genre: Genre
  package var level: Level
  package var shape: Shape
  package var address: Address
  package var currency: Currency
  package var strings: [String]
  package var numbers: [Int]
  package var doubles: [Double]
  package var dates: [Date]
  package var identifiers: Set<UUID>
  package var scores: [String: Int]
  package var addresses: [Address]
  package var genres: [Genre]
  package var shapes: [String: Shape]
  package var nested: [[Int]]
  package var optionalGenre: Genre?
  package var optionalLevel: Level?
  package var optionalShape: Shape?
  package var optionalAddress: Address?
  package var optionalCurrency: Currency?
  package var optionalStrings: [String]?
  package var optionalScores: [String: Int]?

  package init() {
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
