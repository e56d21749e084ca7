import CPostgres
import Foundation
import RandomTesting
import SQLCore
import Testing

@testable import PostgresDriver

/// Reading a page from arbitrary bytes.
@Suite("Bytes of pages")
struct PageBytesTests {
  /// A result as the server sends it, with the number of rows and their bytes.
  private static func result(_ rowCount: Int64, _ bytes: [UInt8]) throws -> OpaquePointer {
    let result = try #require(PQmakeEmptyPGresult(nil, PGRES_TUPLES_OK))
    let name = try #require(strdup("column"))
    defer { free(name) }
    var columns = [20, 17].map {
      PGresAttDesc(
        name: name, tableid: 0, columnid: 0, format: 1, typid: $0, typlen: 8, atttypmod: -1)
    }
    #expect(PQsetResultAttrs(result, 2, &columns) == 1)
    var number = withUnsafeBytes(of: rowCount.bigEndian) { $0.map { CChar(bitPattern: $0) } }
    #expect(PQsetvalue(result, 0, 0, &number, 8) == 1)
    var value = bytes.map { CChar(bitPattern: $0) }
    #expect(PQsetvalue(result, 0, 1, &value, Int32(value.count)) == 1)
    return result
  }

  private static let types: [PostgresType] = [.int8, .text, .float8]

  /// Records with a number, a text, and a number or NULL.
  private static func bytes(_ count: Int) -> [UInt8] {
    func word(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    return (0..<count).flatMap { number -> [UInt8] in
      let text = Array(repeating: UInt8(ascii: "x"), count: number % 7)
      let last = number % 3 == 0 ? word(Int32(-1)) : word(Int32(8)) + word(1.5.bitPattern)
      return word(Int32(3)) + word(UInt32(20)) + word(Int32(8)) + word(Int64(number))
        + word(UInt32(25)) + word(Int32(text.count)) + text + word(UInt32(701)) + last
    }
  }

  /// Reads all rows; returns the number of rows before the bytes ended, or nil if the page was
  /// rejected.
  private static func read(_ rowCount: Int64, _ bytes: [UInt8], cells: Bool) throws -> Int? {
    let row = PostgresRow()
    let result = try result(rowCount, bytes)
    guard row.takePage(result, types) else {
      PQclear(result)
      return nil
    }
    var count = 0
    while row.rowIndex + 1 < row.rowCount {
      row.rowIndex += 1
      guard row.takeRowOfPage() else { return count }
      if cells {
        guard row.cells() != nil else { return count }
      } else {
        for column in -1...3 { _ = row.value(column) }
      }
      count += 1
    }
    return row.isPageAtEnd() ? count : -1
  }

  @Test(arguments: [false, true])
  func pagesAreReadToTheirEnd(cells: Bool) throws {
    for count in [0, 1, 2, 100] {
      #expect(try Self.read(Int64(count), Self.bytes(count), cells: cells) == count)
    }
  }

  /// Truncated and excess bytes are detected before the last row counts as complete.
  @Test(arguments: [false, true])
  func pagesAreNotReadBeyondTheirEnd(cells: Bool) throws {
    let whole = Self.bytes(5)
    for length in 0..<whole.count {
      let count = try Self.read(5, Array(whole[..<length]), cells: cells)
      #expect(count != 5)
    }
    #expect(try Self.read(5, whole + [0], cells: cells) == -1)
    #expect(try Self.read(4, whole, cells: cells) == -1)
    #expect(try Self.read(6, whole, cells: cells) == 5)
    #expect(try Self.read(-1, whole, cells: cells) == nil)
    #expect(try Self.read(.max, whole, cells: cells) == nil)
  }

  @Test func pagesOfOtherTypesAreRefused() throws {
    var bytes = Self.bytes(2)
    bytes[7] = 23
    #expect(try Self.read(2, bytes, cells: true) == nil)
  }

  @Test(arguments: [false, true])
  func damagedPagesDoNotCrash(cells: Bool) throws {
    var random = SeededGenerator(seed: 4_711)
    var (refused, ended, whole) = (0, 0, 0)
    for _ in 0..<20_000 {
      var bytes = Self.bytes(Int.random(in: 1...4, using: &random))
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let rowCount = Int.random(in: 0...6, using: &random)
      let count = try Self.read(Int64(rowCount), bytes, cells: cells)
      #expect((-1...rowCount).contains(count ?? -1))
      switch count {
      case nil: refused += 1
      case rowCount?: whole += 1
      default: ended += 1
      }
    }
    // Damaged values may make a whole page; of the rest, some shows only while it is read.
    #expect(whole > 0)
    #expect(ended > 0)
    #expect(refused > 0)
  }
}
