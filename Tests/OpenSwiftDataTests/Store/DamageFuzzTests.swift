import Foundation
import SQLCore
import SQLiteDriver
import Testing

@testable import OpenSwiftData

/// Damages stores at random: the library must return values or throw typed errors.
@Suite("Stores damaged at random")
struct DamageFuzzTests {
  private let folder: TestFolder
  private let base: URL

  init() throws {
    folder = try TestFolder()
    base = folder.file("base.store")
    try Damage.makeStore(base)
    // Moves everything into the database file, which is then copied.
    try SQLiteConnection(path: base.path, mode: .readWrite)
      .execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  @Test func randomDamageGivesValuesOrTypedErrors() throws {
    let files = FileManager.default
    let bytes = try Data(contentsOf: base)
    for number in 1...TestRun.count(3_000, atLeast: 300) {
      var random = SeededGenerator(seed: TestRun.seed(UInt64(number)))
      let url = folder.file("damaged-\(number).store")
      if number % 3 == 0 {
        try damagedPages(bytes, &random).write(to: url)
      } else {
        try bytes.write(to: url)
        try damageValues(url, &random)
      }
      let untyped = Damage.use(url)
      #expect(untyped == [], "\(TestRun.comment), store \(number)")
      for path in try files.contentsOfDirectory(atPath: folder.url.path)
      where path.contains("damaged-\(number)") {
        try files.removeItem(at: folder.file(path))
      }
    }
  }

  /// The file with some bytes changed or truncated.
  private func damagedPages(_ bytes: Data, _ random: inout SeededGenerator) -> Data {
    var bytes = bytes
    if Int.random(in: 0..<8, using: &random) == 0 {
      return bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
    }
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
    }
    return bytes
  }

  /// Puts invalid values into columns of some rows.
  private func damageValues(_ url: URL, _ random: inout SeededGenerator) throws {
    let connection = try SQLiteConnection(path: url.path, mode: .readWrite)
    let tables = try connection.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let table = tables.randomElement(using: &random)?[0].text else { continue }
      let quoted = connection.dialect.quoted(table)
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)])
      guard let column = columns.randomElement(using: &random)?[0].text else { continue }
      let name = connection.dialect.quoted(column)
      // The table of positions has no rowids.
      let row = try? connection.rows(
        "SELECT rowid, \(name) FROM \(quoted) ORDER BY random() LIMIT 1")
      let value = try damaged(row?.first?[1] ?? .null, &random)
      // Values that a constraint rejects are not written.
      if let number = row?.first?[0] {
        _ = try? connection.run(
          "UPDATE \(quoted) SET \(name) = ? WHERE rowid = ?", [value, number])
      } else {
        _ = try? connection.run("UPDATE \(quoted) SET \(name) = ?", [value])
      }
    }
  }

  private func damaged(_ value: SQLValue, _ random: inout SeededGenerator) throws -> SQLValue {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return .null
    case 1: return .integer([.min, .max, -1, 0, 1 << 40].randomElement(using: &random) ?? 0)
    case 2: return .real([.infinity, -1e300, 0.5, 1e19].randomElement(using: &random) ?? 0)
    case 3: return .text(["", "text", "[1", "{}", "\u{0}"].randomElement(using: &random) ?? "")
    case 4: return .blob(try Archives.Case.allCases.randomElement(using: &random)?.data() ?? Data())
    case 5:
      let depth = [3, 400, 600, 100_000].randomElement(using: &random) ?? 3
      return .blob(Data(repeating: UInt8(ascii: "["), count: depth))
    default: break
    }
    guard var bytes = value.blob ?? value.text.map({ Data($0.utf8) }), !bytes.isEmpty else {
      return .integer(Int64.random(in: .min ... .max, using: &random))
    }
    if Bool.random(using: &random) {
      return .blob(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    }
    for _ in 0..<3 {
      let place = bytes.startIndex + Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
    }
    return .blob(bytes)
  }
}
