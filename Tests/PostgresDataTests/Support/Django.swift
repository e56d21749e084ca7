import Foundation
import PostgresTesting

/// The Django project `django_shop.py`.
enum Django {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("django_shop.py").path

  /// Runs a command of the project in a schema; returns what it prints.
  @discardableResult
  static func shop(_ command: String, in schema: String) throws -> Data {
    try PythonORMs.run(script, "127.0.0.1", "\(PostgresServer.shared.port)", schema, command)
  }
}
