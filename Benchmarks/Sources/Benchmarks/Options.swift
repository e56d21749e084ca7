import Foundation

/// What the command line asks for.
struct Options {
  var runCount = 7
  var rowCount = 100_000
  /// The rows of the table to measure; nil for all.
  var only: Set<String>?
  var json: URL?
  /// Whether to measure how time grows with the number of rows, in place of the table.
  var growth = false
  /// Whether growth goes up to 1,000,000 rows.
  var full = false
  /// A measurement that a parent process wants from this one.
  var memory: (measurement: MemoryMeasurement, store: URL)?

  static let usage = """
    usage: benchmarks [--runs N] [--rows N] [--only b,e] [--json FILE] [--growth [--full]]
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var (measurement, store): (MemoryMeasurement?, URL?)
    while let option = rest.popFirst() {
      func next() throws -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
      }
      switch option {
      case "--runs": runCount = try Self.positive(next(), option)
      case "--rows": rowCount = try Self.positive(next(), option)
      case "--only": only = Set(try next().split(separator: ",").map(String.init))
      case "--json": json = URL(fileURLWithPath: try next())
      case "--growth": growth = true
      case "--full": full = true
      case "--measure-memory": measurement = MemoryMeasurement(rawValue: try next())
      case "--store": store = URL(fileURLWithPath: try next())
      default: throw UsageError("unknown option \(option)")
      }
    }
    if let measurement, let store { memory = (measurement, store) }
  }

  func includes(_ key: String) -> Bool { only?.contains(key) ?? true }

  private static func positive(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("\(option) needs a positive number, not \(text)")
    }
    return number
  }
}

/// A command line that cannot be followed.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ reason: String) { description = "\(reason)\n\(Options.usage)" }
}
