import CodableStorage
import Foundation
import SQLCore

/// Hands the columns of a row to a model's slots, one typed call for each property.
///
/// A slot that holds a value keeps it, so that one function serves new instances and faults.
public final class _RowLoader {
  let row: any RowReader
  /// The first column of each property; -1 for one that the row does not have.
  let columns: UnsafePointer<Int32>
  let binding: EntityBinding
  /// The first failure to decode; the slot stays empty and the caller throws it.
  var failure: (any Error)?
  /// The property that somebody reads, whose value is wanted wherever it stands; -1 for none.
  var touched = -1
  /// The file of that property, if it was not there.
  var missingFile: UUID?

  init(row: any RowReader, columns: UnsafePointer<Int32>, binding: EntityBinding) {
    self.row = row
    self.columns = columns
    self.binding = binding
  }

  /// A bit for each property that the row has, and for each that other rows tell.
  lazy var presentProperties: UInt64 = binding.properties.indices.reduce(0) { mask, index in
    columns[index] >= 0 || binding.relationship(index)?.isToMany ?? false
      ? mask | 1 &<< UInt64(min(index, 63)) : mask
  }

  /// Fills the slot of a property that no column holds, such as an ephemeral one, with its default.
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

  // The common types have overloads of their own, which makes each a direct call. A non-optional
  // property that meets NULL takes its default.

  /// Loads a string.
  public func load(_ index: Int, _ slot: inout String?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = row.stringIfPresent(column) ?? binding.missing(index, String.self)
  }
  /// Loads an optional string.
  public func load(_ index: Int, _ slot: inout String??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.stringIfPresent(column))
  }
  /// Loads an integer.
  public func load(_ index: Int, _ slot: inout Int?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot =
      row.int64IfPresent(column).map(Int.init(truncatingIfNeeded:))
      ?? binding.missing(index, Int.self)
  }
  /// Loads an optional integer.
  public func load(_ index: Int, _ slot: inout Int??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.int64IfPresent(column).map(Int.init(truncatingIfNeeded:)))
  }
  /// Loads a 64-bit integer.
  public func load(_ index: Int, _ slot: inout Int64?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = row.int64IfPresent(column) ?? binding.missing(index, Int64.self)
  }
  /// Loads an optional 64-bit integer.
  public func load(_ index: Int, _ slot: inout Int64??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.int64IfPresent(column))
  }
  /// Loads a Boolean value.
  public func load(_ index: Int, _ slot: inout Bool?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = row.int64IfPresent(column).map { $0 != 0 } ?? binding.missing(index, Bool.self)
  }
  /// Loads an optional Boolean value.
  public func load(_ index: Int, _ slot: inout Bool??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.int64IfPresent(column).map { $0 != 0 })
  }
  /// Loads a floating-point number.
  public func load(_ index: Int, _ slot: inout Double?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = row.doubleIfPresent(column) ?? binding.missing(index, Double.self)
  }
  /// Loads an optional floating-point number.
  public func load(_ index: Int, _ slot: inout Double??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.doubleIfPresent(column))
  }
  /// Loads a date.
  public func load(_ index: Int, _ slot: inout Date?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot =
      row.doubleIfPresent(column).map(Date.init(timeIntervalSinceReferenceDate:))
      ?? binding.missing(index, Date.self)
  }
  /// Loads an optional date.
  public func load(_ index: Int, _ slot: inout Date??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.doubleIfPresent(column).map(Date.init(timeIntervalSinceReferenceDate:)))
  }
  /// Loads a UUID.
  public func load(_ index: Int, _ slot: inout UUID?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = row.uuid(column) ?? binding.missing(index, UUID.self)
  }
  /// Loads an optional UUID.
  public func load(_ index: Int, _ slot: inout UUID??) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    slot = .some(row.uuid(column))
  }
}

extension _RowLoader {
  /// Loads a value of any other storable type.
  public func load<Value: Codable>(_ index: Int, _ slot: inout Value?) {
    guard case nil = slot else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    do {
      let codec = try binding.codec(index, Value.self)
      if binding.properties[index].storesExternally {
        slot = try externalValue(index, column).map { try codec.decode([$0]) }
      } else {
        slot = try codec.decode(row: row, at: column)
      }
    } catch {
      if failure == nil { failure = binding.cannotRead(index, error) }
    }
  }

  /// Loads a value of a type that might have been a model.
  public func load<Value: Codable>(_ index: Int, _ slot: inout Value?, _ key: inout Int64) {
    load(index, &slot)
  }

  /// Loads a value that a value transformer stores.
  public func loadTransformable<Value>(_ index: Int, _ slot: inout Value?) {
    guard slot == nil else { return }
    guard let column = column(index) else { return fill(index, &slot) }
    do {
      slot = try binding.transformer(index).value(from: row.value(column), as: Value.self)
    } catch {
      if failure == nil { failure = binding.cannotRead(index, error) }
    }
  }
}

extension _RowLoader {
  /// Loads the key of a to-one relationship.
  @inline(__always)
  private func loadKey(_ index: Int, _ key: inout Int64) {
    guard key == RelationshipLink.unknownKey, let column = column(index) else { return }
    key = row.int64IfPresent(column) ?? 0
  }

  /// Loads what a to-one relationship points at.
  public func load<Model: PersistentModel>(
    _ index: Int, _ slot: inout Model?, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Loads what a to-one relationship to a Codable model points at.
  public func load<Model: PersistentModel & Codable>(
    _ index: Int, _ slot: inout Model?, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Loads what an optional to-one relationship points at.
  public func load<Model: PersistentModel>(
    _ index: Int, _ slot: inout Model??, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Loads what an optional to-one relationship to a Codable model points at.
  public func load<Model: PersistentModel & Codable>(
    _ index: Int, _ slot: inout Model??, _ key: inout Int64
  ) { loadKey(index, &key) }
  /// Does nothing: the row of a model does not tell the members of a to-many relationship.
  public func load<Models: RelationshipCollection>(
    _ index: Int, _ slot: inout Models?, _ key: inout Int64
  ) {}
  /// Does nothing: the row of a model does not tell the members of a to-many relationship.
  public func load<Models: RelationshipCollection & Codable>(
    _ index: Int, _ slot: inout Models?, _ key: inout Int64
  ) {}
}
