import Foundation

/// The property values of a row.
struct RowValues: Sendable {
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

/// A property of rows other than `id`, of any type.
struct RowField: Sendable {
  let name: String
  /// Copies the property from the second argument to the first.
  let copy: @Sendable (inout RowValues, RowValues) -> Void
  /// Sets the property of a row.
  let assign: @Sendable (Row, RowValues) -> Void
  /// Whether a row has the value; NaN equals NaN.
  let isSame: @Sendable (Row, RowValues) -> Bool

  private init<Value: Equatable & SendableMetatype>(
    _ name: String, _ value: any WritableKeyPath<RowValues, Value> & Sendable,
    _ property: any ReferenceWritableKeyPath<Row, Value> & Sendable
  ) {
    self.name = name
    copy = { $0[keyPath: value] = $1[keyPath: value] }
    assign = { $0[keyPath: property] = $1[keyPath: value] }
    isSame = {
      let (found, expected) = ($0[keyPath: property], $1[keyPath: value])
      return found == expected || String(describing: found) == String(describing: expected)
    }
  }

  static let all: [RowField] = [
    RowField("int", \.int, \.int),
    RowField("optionalInt", \.optionalInt, \.optionalInt),
    RowField("small", \.small, \.small),
    RowField("tiny", \.tiny, \.tiny),
    RowField("unsigned", \.unsigned, \.unsigned),
    RowField("optionalUnsigned", \.optionalUnsigned, \.optionalUnsigned),
    RowField("double", \.double, \.double),
    RowField("optionalDouble", \.optionalDouble, \.optionalDouble),
    RowField("float", \.float, \.float),
    RowField("decimal", \.decimal, \.decimal),
    RowField("optionalDecimal", \.optionalDecimal, \.optionalDecimal),
    RowField("flag", \.flag, \.flag),
    RowField("optionalFlag", \.optionalFlag, \.optionalFlag),
    RowField("name", \.name, \.name),
    RowField("optionalName", \.optionalName, \.optionalName),
    RowField("date", \.date, \.date),
    RowField("optionalDate", \.optionalDate, \.optionalDate),
    RowField("uuid", \.uuid, \.uuid),
    RowField("optionalUUID", \.optionalUUID, \.optionalUUID),
    RowField("url", \.url, \.url),
    RowField("data", \.data, \.data),
    RowField("status", \.status, \.status),
    RowField("optionalStatus", \.optionalStatus, \.optionalStatus),
    RowField("mood", \.mood, \.mood),
    RowField("address", \.address, \.address),
    RowField("place", \.place, \.place),
    RowField("tags", \.tags, \.tags),
  ]
}

extension RowValues {
  /// A copy whose strings have only characters that all comparisons order alike.
  var withPlainStrings: RowValues {
    func plain(_ text: String) -> String { text.filter { $0.isASCII && $0.isLetter } }
    var values = self
    values.name = plain(name)
    values.optionalName = optionalName.map(plain)
    values.address.city = plain(address.city)
    return values
  }

  /// The names of the properties whose values differ from those of `row`.
  func differences(from row: Row) -> [String] {
    (row.id == id ? [] : ["id"]) + RowField.all.filter { !$0.isSame(row, self) }.map(\.name)
  }
}
