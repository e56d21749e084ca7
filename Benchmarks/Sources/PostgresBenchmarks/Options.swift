import Foundation

/// The options of the command line.
struct Options {
  var runCount = 7
  var peerRunCount = 3
  var rowCount = 100_000
  /// The rows of the table to measure; nil for all.
  var only: Set<String>?
  var json: URL?
  var markdown: URL?
  /// The only side to run, once and without a comparison, for counting instructions.
  var side: Side?
  /// The Python interpreter with the other libraries; nil to skip them.
  var python: URL?
  /// The address of a running server; nil to start one.
  var server: String?
  /// Whether the statements of the library are printed.
  var printsStatements = false

  static let usage = """
    usage: postgresbenchmarks [--server URL] [--runs N] [--rows N] [--only b,e] [--json FILE]
                              [--markdown FILE] [--python PROGRAM [--peer-runs N]]
           postgresbenchmarks --side library|baseline|objects [--server URL] [--rows N] [--only b,e]
           postgresbenchmarks --statements [--server URL] [--rows N] [--only b,e]
    """

  enum Side: String { case library, baseline, objects }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func next() throws -> String {
        guard let value = rest.popFirst() else { throw Self.misuse("\(option) needs a value") }
        return value
      }
      switch option {
      case "--runs": runCount = try Self.positive(next(), option)
      case "--peer-runs": peerRunCount = try Self.positive(next(), option)
      case "--rows": rowCount = try Self.positive(next(), option)
      case "--only": only = try Self.keys(next())
      case "--json": json = URL(fileURLWithPath: try next())
      case "--markdown": markdown = URL(fileURLWithPath: try next())
      case "--python": python = URL(fileURLWithPath: try next())
      case "--side": side = try Self.side(next())
      case "--server": server = try next()
      case "--statements": printsStatements = true
      default: throw Self.misuse("unknown option \(option)")
      }
    }
  }

  func includes(_ key: String) -> Bool { only?.contains(key) ?? true }

  private static func misuse(_ reason: String) -> BenchmarkError {
    BenchmarkError("\(reason)\n\(usage)")
  }

  private static func keys(_ text: String) throws -> Set<String> {
    let keys = Set(text.split(separator: ",").map(String.init))
    let unknown = keys.subtracting(workloads.map(\.key))
    guard unknown.isEmpty else {
      throw misuse("no row is called \(unknown.sorted().joined(separator: ", "))")
    }
    return keys
  }

  private static func side(_ text: String) throws -> Side {
    guard let side = Side(rawValue: text) else { throw misuse("no side is called \(text)") }
    return side
  }

  private static func positive(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw misuse("\(option) needs a positive number, not \(text)")
    }
    return number
  }
}
