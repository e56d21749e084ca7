import Foundation
import OpenSwiftData

/// i: peak memory of workload b, each measurement in a process of its own.
///
/// A process keeps the memory it once had, so only fresh ones can be compared.
enum MemoryMeasurement: String {
  /// A process that does nothing.
  case empty
  /// Fetches all bookmarks as live models and touches every property.
  case models
  /// Reads all bookmarks with C functions into an array of plain structs.
  case structs
  /// Makes the same array of structs without a database.
  case values

  /// Peak memory of a fresh process that does this, in kilobytes.
  func peakOfChild(_ workspace: Workspace) throws -> Int {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = [
      "--measure-memory", rawValue, "--store", workspace.filledStore.path,
      "--rows", String(workspace.rowCount),
    ]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard let peak = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw RawError(description: "the memory measurement of \(rawValue) failed: \(text)")
    }
    return peak
  }

  /// Does the work and returns the peak memory of this process, in kilobytes.
  func run(_ store: URL, rowCount: Int) throws -> Int {
    switch self {
    case .empty: return Self.peak()
    case .values:
      let values = BookmarkValues.make(rowCount)
      return withExtendedLifetime(values) { Self.peak() }
    case .structs:
      let values = try RawDatabase(store).readAllBookmarks()
      return withExtendedLifetime(values) { Self.peak() }
    case .models:
      let context = ModelContext(try Workspace.container(store))
      let models = try context.fetch(FetchDescriptor<Bookmark>())
      let sum = models.reduce(into: UInt64(0)) { $0 &+= $1.checksum }
      return withExtendedLifetime((models, sum)) { Self.peak() }
    }
  }

  private static func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

extension RawDatabase {
  fileprivate func readAllBookmarks() throws -> [BookmarkValues] {
    let statement = try prepare(RawStatement.selectBookmark)
    defer { statement.finalize() }
    var values: [BookmarkValues] = []
    while try statement.step() { values.append(statement.bookmarkValues()) }
    return values
  }
}
