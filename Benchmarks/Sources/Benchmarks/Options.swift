import Foundation

/// The options of the command line.
struct Options {
  /// Nil for each row's own number of runs.
  var runCount: Int?
  var rowCount = 100_000
  /// The rows of the table to measure; nil for all.
  var only: Set<String>?
  var json: URL?
  var markdown: URL?
  var measuresTable = true
  /// Whether to measure how time grows with the number of rows.
  var measuresGrowth = false
  /// Whether growth is measured up to 1,000,000 rows.
  var full = false
  /// The only side to run, once and without a comparison, for counting instructions.
  var side: Side?
  /// The task that a parent process requests from this one.
  var child: (task: ChildTask, store: URL)?

  static let usage = """
    usage: benchmarks [--runs N] [--rows N] [--only b,e] [--json FILE] [--markdown FILE]
                      [--growth | --all] [--full]
           benchmarks --side library|baseline [--rows N] [--only b,e]
    """

  enum Side: String { case library, baseline }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var (task, store): (ChildTask?, URL?)
    while let option = rest.popFirst() {
      func next() throws -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
        return value
      }
      switch option {
      case "--runs": runCount = try Self.positive(next(), option)
      case "--rows": rowCount = try Self.positive(next(), option)
      case "--only": only = try Self.keys(next())
      case "--json": json = URL(fileURLWithPath: try next())
      case "--markdown": markdown = URL(fileURLWithPath: try next())
      case "--growth": (measuresTable, measuresGrowth) = (false, true)
      case "--all": (measuresTable, measuresGrowth) = (true, true)
      case "--full": full = true
      case "--side": side = try Self.side(next())
      case "--child": task = ChildTask(rawValue: try next())
      case "--store": store = URL(fileURLWithPath: try next())
      default: throw UsageError("unknown option \(option)")
      }
    }
    if let task, let store { child = (task, store) }
  }

  func includes(_ key: String) -> Bool { only?.contains(key) ?? true }

  private static func keys(_ text: String) throws -> Set<String> {
    let keys = Set(text.split(separator: ",").map(String.init))
    let unknown = keys.subtracting(tableRows.map(\.key))
    guard unknown.isEmpty else {
      throw UsageError("no row is called \(unknown.sorted().joined(separator: ", "))")
    }
    return keys
  }

  private static func side(_ text: String) throws -> Side {
    guard let side = Side(rawValue: text) else { throw UsageError("no side is called \(text)") }
    return side
  }

  private static func positive(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("\(option) needs a positive number, not \(text)")
    }
    return number
  }
}

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ reason: String) { description = "\(reason)\n\(Options.usage)" }
}
