import BenchmarkCommon
import Foundation

/// Another library that does the same work on the same tables, in a separate process.
final class Peer {
  enum Kind: String, CaseIterable { case sqlalchemy, asyncpg }

  let kind: Kind
  private let process = Process()
  private let input = Pipe()
  private let lines: LineReader

  /// The times of one run.
  struct Run: Decodable {
    var seconds: Double
    var wallSeconds: Double
    /// The number of rows.
    var rows: Int
  }

  private struct Task: Encodable {
    var row: String
    var address: String
  }

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - kind: The library.
  ///   - python: The interpreter that has the library.
  ///   - values: The file with the values of the workloads.
  /// - Throws: `BenchmarkError` if it does not start.
  init(_ kind: Kind, python: URL, values: URL) throws {
    self.kind = kind
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let output = Pipe()
    lines = LineReader(output)
    process.executableURL = python
    process.arguments = [
      folder.appendingPathComponent("postgres_peers.py").path, kind.rawValue, values.path,
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    guard lines.next() == "ready" else { throw BenchmarkError("\(kind) did not start") }
  }

  /// Runs the work of a row once; returns nil if the library does not support it.
  func run(_ key: String, _ address: String) throws -> Run? {
    let task = try JSONEncoder().encode(Task(row: key, address: address))
    try input.fileHandleForWriting.write(contentsOf: task + Data("\n".utf8))
    guard let line = lines.next() else { throw BenchmarkError("\(kind) has ended") }
    return try JSONDecoder().decode(Run?.self, from: Data(line.utf8))
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

extension Databases {
  private struct Values: Encodable {
    struct Query: Encodable {
      var status: String
      /// Seconds since 1970.
      var start: Double

      init(_ query: StatusQuery) {
        (status, start) = (query.status, query.start.timeIntervalSince1970)
      }
    }

    struct Contents: Encodable {
      var id: UUID
      var createdAt: Double
      var url: String
      var title: String
      var status: String
      var statusChangedAt: Double
      var visits: Int
      var score: Double

      init(_ values: BookmarkValues) {
        (id, url, title, status) = (values.id, values.url, values.title, values.statusRawValue)
        createdAt = values.createdAt.timeIntervalSince1970
        statusChangedAt = values.statusChangedAt.timeIntervalSince1970
        (visits, score) = (values.visits, values.score)
      }
    }

    var pageSize = Databases.pageSize
    var bookmarks: [Contents]
    var queries: [Query]
    var counts: [Query]
    var order: [Int]
    /// JSON, which is decoded again in each run.
    var trips: String
  }

  /// Writes the values of the workloads to a file.
  func writeValues(to file: URL) throws {
    let values = Values(
      bookmarks: values.map(Values.Contents.init), queries: queries.map(Values.Query.init),
      counts: counts.map(Values.Query.init), order: order,
      trips: String(decoding: trips, as: UTF8.self))
    try JSONEncoder().encode(values).write(to: file)
  }
}
