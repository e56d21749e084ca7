import CRowCells
import Foundation
import SQLCore

extension String: ColumnValue {
  @usableFromInline @inline(__always)
  static func take(
    _ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader
  ) -> String? {
    guard cell.pointee.kind == OPENSWIFTDATA_TEXT, let start = cell.pointee.bytes else {
      return nil
    }
    let count = Int(cell.pointee.count)
    // A string stores up to 15 bytes inline; copying them there and validating them afterwards is
    // fastest.
    if count <= 15 {
      return String(unsafeUninitializedCapacity: 15) { buffer in
        for index in 0..<count { buffer.initializeElement(at: index, to: start[index]) }
        return count
      }
    }
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> String? {
    loader.row.stringIfPresent(column)
  }
}

extension Int64: ColumnValue {
  @inlinable @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Int64? {
    cell.pointee.kind == OPENSWIFTDATA_INTEGER ? cell.pointee.integer : nil
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> Int64? {
    loader.row.int64IfPresent(column)
  }
}

extension Int: ColumnValue {
  @inlinable @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Int? {
    Int64.take(cell, loader).map(Int.init(truncatingIfNeeded:))
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> Int? {
    Int64.read(column, loader).map(Int.init(truncatingIfNeeded:))
  }
}

extension Bool: ColumnValue {
  @inlinable @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Bool? {
    guard cell.pointee.kind == OPENSWIFTDATA_INTEGER || cell.pointee.kind == OPENSWIFTDATA_BOOL
    else { return nil }
    return cell.pointee.integer != 0
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> Bool? {
    loader.row.boolIfPresent(column)
  }
}

extension Double: ColumnValue {
  @inlinable @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Double? {
    if cell.pointee.kind == OPENSWIFTDATA_REAL { return cell.pointee.real }
    // A whole number may be stored as an integer.
    return Int64.take(cell, loader).map(Double.init)
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> Double? {
    loader.row.doubleIfPresent(column)
  }
}

extension Date: ColumnValue {
  @inlinable @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Date? {
    if cell.pointee.kind == OPENSWIFTDATA_REAL || cell.pointee.kind == OPENSWIFTDATA_DATE {
      return Date(timeIntervalSinceReferenceDate: cell.pointee.real)
    }
    // A whole number may be stored as an integer.
    return Int64.take(cell, loader).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> Date? {
    loader.row.dateIfPresent(column)
  }
}

extension UUID: ColumnValue {
  @usableFromInline @inline(__always)
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> UUID? {
    guard cell.pointee.kind == OPENSWIFTDATA_BLOB || cell.pointee.kind == OPENSWIFTDATA_UUID,
      cell.pointee.count == 16,
      let bytes = cell.pointee.bytes
    else { return nil }
    return UUIDWords.uuid(bytes)
  }

  @usableFromInline
  static func read(_ column: Int, _ loader: _RowLoader) -> UUID? { loader.row.uuid(column) }
}
