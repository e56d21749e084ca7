import Foundation
import PostgresTesting

/// A row as a model of Django or SQLAlchemy represents it.
struct ORMRow: Decodable {
  let table: String
  /// Texts of the columns, and the keys of related rows, separated by commas.
  let values: [String: String]

  subscript(_ name: String) -> String? { values[name] }

  /// The rows of a table that SQLAlchemy's models read.
  static func sqlAlchemy(
    _ table: String, _ schema: ForeignSchema, _ database: String
  ) throws -> [ORMRow] {
    let output = try PythonORMs.run(
      script("sqlalchemy_rows"), "\(PostgresServer.shared.port)", database, schema.name)
    return try JSONDecoder().decode([ORMRow].self, from: output).filter { $0.table == table }
  }

  /// The rows of a table that Django's models read.
  static func django(
    _ table: String, _ schema: ForeignSchema, _ database: String
  ) throws -> [ORMRow] {
    let output = try runDjango("dump", schema, database)
    return try JSONDecoder().decode([ORMRow].self, from: output).filter { $0.table == table }
  }

  /// Runs a command of a Django project in a schema; returns what it prints.
  @discardableResult
  static func runDjango(
    _ command: String, _ schema: ForeignSchema, _ database: String
  ) throws -> Data {
    try PythonORMs.run(
      script("django_project"), "\(PostgresServer.shared.port)", database, schema.name,
      schema.djangoProject ?? "", command)
  }

  private static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("\(name).py").path
  }
}
