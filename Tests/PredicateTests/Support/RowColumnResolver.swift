import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

@testable import OpenSwiftData

/// The columns of `Row`.
struct RowColumnResolver: ColumnResolving {
  struct Definition {
    var keyPath: any AnyKeyPath & Sendable
    var column: Column
    var declaredType: String
    var value: @Sendable (Row) -> SQLValue
  }

  var primaryKeyColumn: String { "Z_PK" }

  var keyPaths: [AnyKeyPath] { Array(places.keys) }

  func place(of keyPath: AnyKeyPath) -> PropertyPlace? {
    if keyPath == \Row.id { return .identifier }
    return places[keyPath]
  }

  func memberPath(of keyPath: AnyKeyPath) -> [String]? {
    switch keyPath {
    case \Address.city: ["city"]
    case \Address.zip: ["zip"]
    case \Place.latitude: ["latitude"]
    case \Place.label: ["label"]
    case \Status.rawValue, \Mood.rawValue: []
    default: nil
    }
  }

  static func scalar<Value: SQLScalar & SendableMetatype>(
    _ name: String, _ type: AttributeType, _ declared: String,
    _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> Definition {
    let column = Column(name: "Z\(name)", type: type, isOptional: Value.isOptionalScalar)
    return Definition(keyPath: keyPath, column: column, declaredType: declared) {
      $0[keyPath: keyPath].sqlValue
    }
  }

  static func leaf(
    _ name: String, _ type: AttributeType, _ declared: String,
    _ keyPath: any AnyKeyPath & Sendable, _ value: @escaping @Sendable (Row) -> SQLValue
  ) -> Definition {
    let column = Column(name: "Z\(name)", type: type, isOptional: true)
    return Definition(keyPath: keyPath, column: column, declaredType: declared, value: value)
  }

  static let columns: [Definition] = [
    scalar("INT", .integer64, "INTEGER", \.int),
    scalar("OPTIONALINT", .integer64, "INTEGER", \.optionalInt),
    scalar("SMALL", .integer64, "INTEGER", \.small),
    scalar("TINY", .integer16, "INTEGER", \.tiny),
    scalar("UNSIGNED", .integer64, "INTEGER", \.unsigned),
    scalar("OPTIONALUNSIGNED", .integer64, "INTEGER", \.optionalUnsigned),
    scalar("DOUBLE", .double, "FLOAT", \.double),
    scalar("OPTIONALDOUBLE", .double, "FLOAT", \.optionalDouble),
    scalar("FLOAT", .float, "FLOAT", \.float),
    scalar("DECIMAL", .decimal, "DECIMAL", \.decimal),
    scalar("OPTIONALDECIMAL", .decimal, "DECIMAL", \.optionalDecimal),
    scalar("FLAG", .boolean, "INTEGER", \.flag),
    scalar("OPTIONALFLAG", .boolean, "INTEGER", \.optionalFlag),
    scalar("NAME", .string, "VARCHAR", \.name),
    scalar("OPTIONALNAME", .string, "VARCHAR", \.optionalName),
    scalar("DATE", .date, "TIMESTAMP", \.date),
    scalar("OPTIONALDATE", .date, "TIMESTAMP", \.optionalDate),
    scalar("UUID", .uuid, "BLOB", \.uuid),
    scalar("OPTIONALUUID", .uuid, "BLOB", \.optionalUUID),
    scalar("URL", .uri, "VARCHAR", \.url),
    scalar("DATA", .binaryData, "BLOB", \.data),
    leaf("STATUS", .integer64, "INTEGER", \Row.status) { $0.status.rawValue.sqlValue },
    leaf("OPTIONALSTATUS", .integer64, "INTEGER", \Row.optionalStatus) {
      ($0.optionalStatus?.rawValue).sqlValue
    },
    leaf("MOOD", .string, "VARCHAR", \Row.mood) { $0.mood.rawValue.sqlValue },
    leaf("CITY", .string, "VARCHAR", \Row.address.city) { $0.address.city.sqlValue },
    leaf("ZIP", .integer64, "INTEGER", \Row.address.zip) { $0.address.zip.sqlValue },
    leaf("LATITUDE", .double, "FLOAT", \Row.place) { ($0.place?.latitude).sqlValue },
    leaf("LABEL", .string, "VARCHAR", \Row.place?.label) { ($0.place?.label).sqlValue },
  ]

  private let places: [AnyKeyPath: PropertyPlace] = {
    var places: [AnyKeyPath: PropertyPlace] = [:]
    var byName: [String: Column] = [:]
    for definition in columns {
      byName[definition.column.name] = definition.column
      places[definition.keyPath] = .columns(.attribute(definition.column))
    }
    func composite(_ leaves: (String, String)...) -> PropertyPlace {
      .columns(
        .composite(
          leaves.compactMap { path, name in
            byName[name].map { .init(path: [path], column: $0) }
          }))
    }
    places[\Row.address] = composite(("city", "ZCITY"), ("zip", "ZZIP"))
    places[\Row.place] = composite(("latitude", "ZLATITUDE"), ("label", "ZLABEL"))
    places[\Row.status] = composite(("status", "ZSTATUS"))
    return places
  }()
}
