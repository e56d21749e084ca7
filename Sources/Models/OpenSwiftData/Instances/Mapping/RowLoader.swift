import CRowCells
import CodableStorage
import Foundation
import RecordStore
import SQLCore

/// A type whose values a column stores as they are, without a codec.
@usableFromInline protocol ColumnValue {
  /// The value of a column that was read, if it needs no conversion.
  ///
  /// Nil for NULL, and if a conversion is needed, which `read` does.
  static func take(_ cell: UnsafePointer<openswiftdata_cell>, _ loader: _RowLoader) -> Self?

  /// The value of a column, converted as the database does; nil for NULL.
  static func read(_ column: Int, _ loader: _RowLoader) -> Self?
}

/// The error for a NULL in a property that has no default, and for a value of another type.
struct UnreadableColumnValue: Error, CustomStringConvertible {
  var description: String { "The column does not contain a value of the property's type." }
}

/// Loads the columns of a row into a model's slots, with one typed call for each property.
///
/// A slot that has a value keeps it, so the same function serves new instances and faults.
public final class _RowLoader {
  let row: any RowReader
  /// The columns of the row, if all of them were read; nil if they are read one by one.
  @exclusivity(unchecked) @usableFromInline var cells: UnsafePointer<openswiftdata_cell>?
  /// The first column of each property; -1 for one that is not in the row.
  @usableFromInline let columns: UnsafePointer<Int32>
  let binding: EntityBinding
  /// The first failure to decode a value; the slot stays empty and the caller throws the error.
  var failure: (any Error)?
  /// The property that is being accessed, which is read even if it is in a file; -1 for none.
  var touched = -1
  /// The file of that property, if it is missing.
  var missingFile: UUID?

  init(row: any RowReader, columns: UnsafePointer<Int32>, binding: EntityBinding) {
    self.row = row
    self.columns = columns
    self.binding = binding
  }

  /// Starts another row, for an instance whose property `touched` is being accessed.
  func begin(touching touched: Int) {
    self.touched = touched
    failure = nil
    missingFile = nil
  }

  /// Reads all columns of the current row of `rows`, for an instance that needs them all.
  @inline(__always)
  func read(_ rows: any RowCursor) { cells = rows.cells() }

  /// Leaves the columns to be read one by one, for an instance that may need none of them.
  @inline(__always)
  func skip() { cells = nil }

  /// The properties in the row, and the to-many relationships, which are stored in other rows.
  lazy var presentProperties = PropertyMask(
    binding.properties.indices.filter {
      columns[$0] >= 0 || binding.relationship($0)?.isToMany ?? false
    })

  /// Fills the slot of a property without a column, such as an ephemeral one, with its default.
  ///
  /// A property that has columns, but not in this row, stays unloaded.
  private func fill<Value>(_ index: Int, _ slot: inout Value?) {
    if binding.properties[index].columns.isEmpty { slot = binding.missing(index, Value.self) }
  }

  @inline(__always)
  func column(_ index: Int) -> Int? {
    let column = columns[index]
    return column >= 0 ? Int(column) : nil
  }

  /// The column of a property, if it is in the row and was read.
  @inlinable @inline(__always)
  func cell(_ index: Int) -> UnsafePointer<openswiftdata_cell>? {
    let column = columns[index]
    guard column >= 0, let cells else { return nil }
    return cells + Int(column)
  }

  // Specialized here, because code of models calls these methods and could not specialize them.

  /// Fills the slot of a property whose column was not read or needs a conversion.
  @_specialize(where Value == String)
  @_specialize(where Value == Int)
  @_specialize(where Value == Int64)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == Date)
  @_specialize(where Value == UUID)
  @usableFromInline @inline(never)
  func convert<Value: ColumnValue>(_ index: Int, _ slot: inout Value?) {
    guard let column = column(index) else { return fill(index, &slot) }
    let value = Value.read(column, self)
    if value == nil, isUnreadable(column, Value.self) {
      return fail(index, at: column, UnreadableColumnValue())
    }
    // A non-optional property whose column is NULL gets its default.
    slot = value ?? binding.missing(index, Value.self)
  }

  /// Whether a column without a date contains one that `Date` cannot represent.
  private func isUnreadable<Value>(_ column: Int, _ type: Value.Type) -> Bool {
    type == Date.self && !row.isNull(column)
  }

  /// Fills the slot of an optional property whose column was not read or needs a conversion.
  @_specialize(where Value == String)
  @_specialize(where Value == Int)
  @_specialize(where Value == Int64)
  @_specialize(where Value == Bool)
  @_specialize(where Value == Double)
  @_specialize(where Value == Date)
  @_specialize(where Value == UUID)
  @usableFromInline @inline(never)
  func convert<Value: ColumnValue>(_ index: Int, _ slot: inout Value??) {
    guard let column = column(index) else { return fill(index, &slot) }
    let value = Value.read(column, self)
    if value == nil, isUnreadable(column, Value.self) {
      return fail(index, at: column, UnreadableColumnValue())
    }
    slot = .some(value)
  }

  /// Fills the slot of a property whose type a column stores as it is.
  @inlinable @inline(__always)
  func take<Value: ColumnValue>(_ index: Int, _ slot: inout Value?) {
    guard case nil = slot else { return }
    if let cell = cell(index), let value = Value.take(cell, self) {
      slot = value
    } else {
      convert(index, &slot)
    }
  }

  /// Fills the slot of an optional property whose type a column stores as it is.
  @inlinable @inline(__always)
  func take<Value: ColumnValue>(_ index: Int, _ slot: inout Value??) {
    guard case nil = slot else { return }
    guard let cell = cell(index) else { return convert(index, &slot) }
    if let value = Value.take(cell, self) {
      slot = .some(value)
    } else if cell.pointee.kind == OPENSWIFTDATA_NULL {
      slot = .some(nil)
    } else {
      convert(index, &slot)
    }
  }

  // The common types have their own overloads, most of which are a comparison and a copy. Inlining
  // them into the code of models would save a call, about ten instructions. But it would make that
  // code the largest part of a model's compile time.

  /// Loads a string.
  public func load(_ index: Int, _ slot: inout String?) { take(index, &slot) }
  /// Loads an optional string.
  public func load(_ index: Int, _ slot: inout String??) { take(index, &slot) }
  /// Loads an integer.
  public func load(_ index: Int, _ slot: inout Int?) { take(index, &slot) }
  /// Loads an optional integer.
  public func load(_ index: Int, _ slot: inout Int??) { take(index, &slot) }
  /// Loads a 64-bit integer.
  public func load(_ index: Int, _ slot: inout Int64?) { take(index, &slot) }
  /// Loads an optional 64-bit integer.
  public func load(_ index: Int, _ slot: inout Int64??) { take(index, &slot) }
  /// Loads a Boolean value.
  public func load(_ index: Int, _ slot: inout Bool?) { take(index, &slot) }
  /// Loads an optional Boolean value.
  public func load(_ index: Int, _ slot: inout Bool??) { take(index, &slot) }
  /// Loads a floating-point number.
  public func load(_ index: Int, _ slot: inout Double?) { take(index, &slot) }
  /// Loads an optional floating-point number.
  public func load(_ index: Int, _ slot: inout Double??) { take(index, &slot) }
  /// Loads a date.
  public func load(_ index: Int, _ slot: inout Date?) { take(index, &slot) }
  /// Loads an optional date.
  public func load(_ index: Int, _ slot: inout Date??) { take(index, &slot) }
  /// Loads a UUID.
  public func load(_ index: Int, _ slot: inout UUID?) { take(index, &slot) }
  /// Loads an optional UUID.
  public func load(_ index: Int, _ slot: inout UUID??) { take(index, &slot) }
}

extension _RowLoader {
  /// Loads a value of any other storable type.
  public func load<Value>(_ index: Int, _ slot: inout Value?) {
    guard case nil = slot else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    do {
      let codec = try binding.codec(index, Value.self)
      if binding.properties[index].storesExternally {
        slot = try externalValue(index, column).map { try codec.decode([$0]) }
      } else if !isLeft(index, column) {
        slot = try codec.decode(row: row, at: column)
      }
    } catch {
      fail(index, at: column, error)
    }
  }

  /// Loads a value that a value transformer stores.
  public func loadTransformable<Value>(_ index: Int, _ slot: inout Value?) {
    guard case nil = slot else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    do {
      slot = try binding.transformer(index).value(
        from: row.value(column).blob, as: Value.self)
    } catch {
      fail(index, at: column, error)
    }
  }
}

extension _RowLoader {
  /// The key of a to-one relationship in the row; nil if the row lacks the column.
  @inline(__always)
  func storedKey(_ index: Int) -> Int64? {
    // Negative keys belong to models that were never saved.
    column(index).map { max(row.int64IfPresent($0) ?? 0, 0) }
  }

  /// Loads the key of a to-one relationship.
  @inline(__always)
  private func loadKey(_ index: Int, _ key: inout Int64) {
    guard key == RelationshipLink.unknownKey, let stored = storedKey(index) else { return }
    key = stored
  }

  /// Loads a value of a type that might have been a model.
  public func loadLink<Value>(_ index: Int, _ slot: inout Value?, _ key: inout Int64) {
    load(index, &slot)
  }
  /// Loads the key of a to-one relationship.
  public func loadLink<Model: PersistentModel>(
    _ index: Int, _ slot: inout Model?, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Loads the key of an optional to-one relationship.
  public func loadLink<Model: PersistentModel>(
    _ index: Int, _ slot: inout Model??, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Does nothing: the members of a to-many relationship are stored in other rows.
  public func loadLink<Models: RelationshipCollection>(
    _ index: Int, _ slot: inout Models?, _ key: inout Int64
  ) {}
}
