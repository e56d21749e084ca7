import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SampleStores
import Testing

/// Compares the statement that reads histories with plain queries, in files that Apple's frameworks
/// wrote.
@Suite("Histories that Apple's frameworks wrote")
struct AppleHistoryTests {
  private typealias Transaction = HistoryTransactionTable.Column
  private typealias Change = HistoryTransactionTable.ChangeColumn

  /// A sample store and its entities.
  ///
  /// The statement uses a separate connection from the plain queries.
  private struct Sample {
    let rows: [[SQLValue]]
    let plain: (String) throws -> [[SQLValue]]
    let layout: HistoryLayout
  }

  private func with(_ name: String, _ body: (Sample) throws -> Void) throws {
    try SampleStores.open(name) { database in
      let model = try #require(try SampleStoreTests.model(of: database))
      let layout = HistoryLayout(model, try CoreDataLayout(model: model).tableMap)
      let path = try database.strings("SELECT file FROM pragma_database_list")[0]
      let connection = try SQLiteConnection(path: path, mode: .readWrite)
      let columns = try connection.rows(HistoryStatements.columns)
      let table = try #require(
        HistoryTransactionTable(columns, tombstones: layout.tombstoneCount, store: "sample"))
      let query = connection.dialect.render(table.changes(.init()))
      try body(
        Sample(
          rows: connection.rows(query.text, query.values), plain: { try connection.rows($0) },
          layout: layout))
    }
  }

  @Test(
    .enabled(if: SampleStores.isPresent, SampleStores.reason),
    arguments: [
      ("photos-14/Photos.sqlite", 403, 2078), ("plaso/NoteStore.sqlite", 84, 298),
      ("spezi-scheduler/iOS26MigrationInput.sqlite", 1, 5), ("freeze-ray/App-2_0_0.sqlite", 0, 0),
    ])
  func historiesAreReadCompletely(name: String, transactions: Int, changes: Int) throws {
    try with(name) { sample in
      let numbers = sample.rows.map { $0[Transaction.number.place] }
      #expect(Set(numbers).count == transactions)
      let told = sample.rows.filter { $0[Change.number.place] != .null }
      #expect(told.count == changes)
      let stored = try sample.plain(
        """
        SELECT ZTRANSACTIONID, Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE \
        ORDER BY ZTRANSACTIONID, Z_PK
        """)
      let read = told.map { row in
        [row[Transaction.number.place]]
          + [Change.number, .type, .entity, .key, .changed].map { row[$0.place] }
      }
      #expect(read == stored)
      let marks = try sample.plain(
        """
        SELECT T.Z_PK, T.ZTIMESTAMP, A.ZNAME, IFNULL(P.ZNAME, ''), IFNULL(B.ZNAME, ''), 'sample' \
        FROM ATRANSACTION T LEFT JOIN ATRANSACTIONSTRING A ON A.Z_PK = T.ZAUTHORTS \
        LEFT JOIN ATRANSACTIONSTRING B ON B.Z_PK = T.ZBUNDLEIDTS \
        LEFT JOIN ATRANSACTIONSTRING P ON P.Z_PK = T.ZPROCESSIDTS ORDER BY T.Z_PK
        """)
      let heads = Dictionary(
        sample.rows.map { ($0[Transaction.number.place], Array($0[..<6])) },
        uniquingKeysWith: { first, _ in first })
      #expect(marks.map { heads[$0[0]] } == marks)
      // Only updates have a mask of changed properties; an update may also change only positions.
      for row in told {
        guard case .integer(let entity) = row[Change.entity.place] else { continue }
        let places = try #require(sample.layout.changedColumns(of: Int(entity)))
        if case .blob(let mask) = row[Change.changed.place] {
          #expect(row[Change.type.place] == .integer(1))
          let set = places.places.indices.filter { mask[$0 / 8] & (0x80 >> UInt8($0 % 8)) != 0 }
          let bitCount = mask.reduce(0) { $0 + $1.nonzeroBitCount }
          let named = Set(set.compactMap { places.places[$0].property })
          #expect(set.count == bitCount)
          #expect(Set(places.properties(in: mask)) == named)
        } else {
          #expect(row[Change.type.place] != .integer(1))
        }
      }
    }
  }

  @Test(.enabled(if: SampleStores.isPresent, SampleStores.reason))
  func tombstonesBelongToTheirAttributes() throws {
    try with("photos-14/Photos.sqlite") { sample in
      var kept: [String: Set<String>] = [:]
      for row in sample.rows where row[Change.type.place] == .integer(2) {
        guard case .integer(let entity) = row[Change.entity.place] else { continue }
        let values = sample.layout.preservedValues(of: Int(entity))
        for (place, value) in row[Change.firstTombstone.place...].enumerated() {
          guard value != .null else { continue }
          let attribute = try #require(place < values.count ? values[place] : nil)
          #expect(attribute.path.isEmpty)
          #expect(attribute.column != nil)
          kept["\(entity)", default: []].insert(attribute.property)
        }
      }
      // Albums keep their kind and identifier; face groups keep only their identifier.
      #expect(kept["20"] == ["uuid"])
      #expect(kept["29"]?.contains("uuid") == true)
    }
  }
}
