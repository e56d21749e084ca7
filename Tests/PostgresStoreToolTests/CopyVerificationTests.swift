import DataSchema
import Foundation
import PostgresStoreTool
import RecordStore
import SQLCore
import SwiftDataErrors
import Testing

@testable import StoreTool

/// A copy is read back before it is kept; differences are reported, and the copy is deleted.
@Suite(
  "Verified copies", .enabled(if: CopyPlace.isAvailable, CopyPlace.reason), .timeLimit(.minutes(20))
)
struct CopyVerificationTests {
  private let place: CopyPlace

  init() throws { place = try CopyPlace() }

  /// A file in which row 1 has a date that a server rounds, and row 2 is a book.
  private func shop() throws -> String {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
    try ShopModel.fill(place.file("shop.store", ShopModel.model), date: date)
    return place.path("shop.store")
  }

  private func copy(_ source: String, _ target: String, _ kind: DamagingKind) throws -> ToolError {
    let store = try StoreKinds([SQLiteStoreKind(), PostgresStoreKind()]).open(source)
    return try #require(throws: ToolError.self) {
      _ = try StoreCopy(store, to: target, of: kind) { _, _, _ in }.run(isTrial: false)
    }
  }

  /// Values that a server may store instead of the written ones.
  private static let damages = [
    ("NEW.weight := 3.5", "~ Book 2  weight"), ("NEW.weight := 'NaN'", "~ Book 2  weight"),
    ("NEW.code := 'b\u{F6}ok'", "~ Book 2  code"), ("NEW.author := NULL", "~ Book 2  author"),
    ("NEW.picture := NEW.picture || '\\x00'", "~ Book 2  picture"),
    ("NEW.related_id := NULL", "~ Book 2  related"),
    ("NEW.shelf_id := NULL", "~ Book 2  shelf"),
  ]

  @Test func copiesToAServerReportTheFirstDifference() throws {
    let (file, address) = (try shop(), try place.address())
    for (damage, line) in Self.damages {
      let error = try copy(file, address, .postgres(damage, key: 2, of: "item"))
      #expect(error.status == .failed)
      #expect(error.advice != nil)
      #expect(
        error.message.contains("The copy of Book differs from the original: it has "), "\(error)")
      #expect(error.message.contains("instead of 2 with the digest "), "\(error)")
      #expect(
        error.message.contains("the first difference is “\(line)”. The copy was deleted"),
        "\(error)")
      #expect(CopyRun("info", address).status == .cannotOpen)
    }
    #expect(CopyRun("copy", file, address).status == .good)
  }

  private static let fileDamages = [
    ("UPDATE ZITEM SET ZWEIGHT = 3.5 WHERE Z_PK = 2", "~ Book 2  weight"),
    ("UPDATE ZITEM SET ZCODE = 'bok' WHERE Z_PK = 2", "~ Book 2  code"),
    ("UPDATE ZITEM SET ZPICTURE = NULL WHERE Z_PK = 2", "~ Book 2  picture"),
    ("UPDATE ZITEM SET ZSHELF = NULL WHERE Z_PK = 2", "~ Book 2  shelf"),
    ("DELETE FROM ZITEM WHERE Z_PK = 2", "- Book 2"),
  ]

  @Test func copiesFromAServerReportTheFirstDifference() throws {
    let (file, address, back) = (try shop(), try place.address(), place.path("back.store"))
    #expect(CopyRun("copy", file, address).status == .good)
    for (damage, line) in Self.fileDamages {
      let error = try copy(address, back, .sqlite(damage, key: 2, of: "ZITEM"))
      #expect(error.status == .failed)
      #expect(
        error.message.contains("the first difference is “\(line)”. The copy was deleted"),
        "\(error)")
      let left = try FileManager.default.contentsOfDirectory(atPath: place.url.path)
      #expect(!left.contains { $0.contains("back") }, "\(left)")
    }
    #expect(CopyRun("copy", address, back).status == .good)
  }

  /// Two texts that are equal in Swift are different in a store; NaN is a single value.
  @Test func verificationComparesValuesAsStoresDo() throws {
    let engine = try place.file("one.store", ShopModel.model)
    var changes = RecordChanges(author: "test")
    changes.insert("Item", ["code": .text("e\u{301}"), "weight": .real(.nan)])
    try engine.save(changes)
    let (file, second) = (place.path("one.store"), place.path("two.store"))
    let change = "UPDATE ZITEM SET ZCODE = '\u{E9}' WHERE Z_PK = 1"
    let error = try copy(file, second, .sqlite(change, key: 1, of: "ZITEM"))
    #expect(error.message.contains("the first difference is “~ Item 1  code”"), "\(error)")
    let address = try place.address()
    #expect(CopyRun("copy", file, address).status == .good)
    let difference = CopyRun("diff", file, address, "--contents")
    #expect(difference.status == .good, "\(difference.output)")
  }

  /// Reported conversions of the server do not count as differences.
  @Test func verificationIgnoresReportedRounding() throws {
    let engine = try place.file("dates.store", ShopModel.model)
    var changes = RecordChanges(author: "test")
    for number in 1...3 {
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
      changes.insert("Item", ["code": .text("\(number)"), "made": .date(date)])
    }
    try engine.save(changes)
    let (file, address) = (place.path("dates.store"), try place.address())
    let change = "NEW.made := NEW.made + interval '1 second'"
    let error = try copy(file, address, .postgres(change, key: 2, of: "item"))
    #expect(error.message.contains("the first difference is “~ Item 2  made”"), "\(error)")
  }

  @Test func differingCopiesFailInTheTool() throws {
    let (file, address) = (try shop(), try place.address())
    let kind = DamagingKind.postgres("NEW.weight := 3.5", key: 2, of: "item")
    let run = CopyRun(["copy", file, address], kinds: [SQLiteStoreKind(), kind])
    #expect(run.status == .failed)
    #expect(run.output.isEmpty)
    #expect(run.messages.contains("~ Book 2  weight"), "\(run.messages)")
  }

  /// The reported progress only increases, and ends at the total.
  @Test func copiesReportTheirProgress() throws {
    struct Report {
      let stage: StoreCopy.Stage
      let completed: Int
      let total: Int
    }
    let engine = try place.file("many.store", ShopModel.model)
    let items = (0..<400).map { number in
      ["code": RecordValue.text("\(number)"), "picture": .data(Data(repeating: 7, count: 8_000))]
    }
    var changes = RecordChanges(author: "test")
    for item in items { changes.insert("Item", item) }
    for number in 0..<30 { changes.insert("Shelf", ["name": .text("\(number)")]) }
    try engine.save(changes)
    let (address, back) = (try place.address(), place.path("back.store"))
    let kinds: [any StoreMaking] = [PostgresStoreKind(), SQLiteStoreKind()]
    for (kind, ends) in zip(kinds, [(place.path("many.store"), address), (address, back)]) {
      var reports: [Report] = []
      let source = try StoreKinds([SQLiteStoreKind(), PostgresStoreKind()]).open(ends.0)
      let copy = StoreCopy(source, to: ends.1, of: kind) {
        reports.append(Report(stage: $0, completed: $1, total: $2))
      }
      _ = try copy.run(isTrial: false)
      var stages: [StoreCopy.Stage] = []
      for report in reports where stages.last != report.stage { stages.append(report.stage) }
      #expect(stages == StoreCopy.Stage.allCases)
      for stage in stages {
        let own = reports.filter { $0.stage == stage }
        let total = stage == .comparing ? 860 : 430
        #expect(own.count > 3)
        #expect(own.allSatisfy { $0.total == total })
        #expect(zip(own, own.dropFirst()).allSatisfy { $0.completed < $1.completed })
        #expect(own.first.map { $0.completed > 0 && $0.completed < total } == true)
        #expect(own.last?.completed == total)
      }
    }
  }
}
