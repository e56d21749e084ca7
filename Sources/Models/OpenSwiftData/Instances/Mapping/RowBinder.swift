import CodableStorage
import Foundation
import RecordStore
import SQLCore

/// Adds a model's values to a batch of rows, one typed call for each property.
public final class _RowBinder {
  let batch: RowBatch
  let binding: EntityBinding
  /// Whether the instance already has a row.
  @exclusivity(unchecked) var isStored = false
  /// The first failure to encode a value; the caller throws it.
  @exclusivity(unchecked) var failure: (any Error)?
  /// The first column of each property; -1 for one that is not in the batch.
  private let parameters: UnsafePointer<Int32>

  init(_ batch: RowBatch, _ binding: EntityBinding) {
    self.batch = batch
    self.binding = binding
    parameters = batch.columns.first
  }

  @inline(__always)
  func parameter(_ index: Int) -> Int? {
    let parameter = parameters[index]
    return parameter > 0 ? Int(parameter) : nil
  }

  // The slots of changed and inserted instances are never empty: the caller has fired the fault.

  /// Binds a string.
  public func bind(_ index: Int, _ slot: String?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional string.
  public func bind(_ index: Int, _ slot: String??) { bind(index, slot ?? nil) }
  /// Binds an integer.
  public func bind(_ index: Int, _ slot: Int?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(Int64(slot), parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional integer.
  public func bind(_ index: Int, _ slot: Int??) { bind(index, slot ?? nil) }
  /// Binds a 64-bit integer.
  public func bind(_ index: Int, _ slot: Int64?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional 64-bit integer.
  public func bind(_ index: Int, _ slot: Int64??) { bind(index, slot ?? nil) }
  /// Binds a Boolean value.
  public func bind(_ index: Int, _ slot: Bool?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional Boolean value.
  public func bind(_ index: Int, _ slot: Bool??) { bind(index, slot ?? nil) }
  /// Binds a floating-point number.
  public func bind(_ index: Int, _ slot: Double?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional floating-point number.
  public func bind(_ index: Int, _ slot: Double??) { bind(index, slot ?? nil) }
  /// Binds a date.
  public func bind(_ index: Int, _ slot: Date?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional date.
  public func bind(_ index: Int, _ slot: Date??) { bind(index, slot ?? nil) }
  /// Binds a UUID.
  public func bind(_ index: Int, _ slot: UUID?) {
    guard let parameter = parameter(index) else { return }
    if let slot { batch.bind(slot, parameter) } else { batch.bindNull(parameter) }
  }
  /// Binds an optional UUID.
  public func bind(_ index: Int, _ slot: UUID??) { bind(index, slot ?? nil) }
}

extension _RowBinder {
  /// Binds a value of any other storable type.
  public func bind<Value>(_ index: Int, _ slot: Value?) {
    guard let parameter = parameter(index) else { return }
    do {
      let codec = try binding.codec(index, Value.self)
      if binding.properties[index].storesExternally {
        guard let slot else { return batch.bindSameFile(parameter) }
        bindExternal(try codec.encode(slot).first?.blob, parameter)
      } else if let slot {
        try codec.bind(slot, to: batch, at: parameter)
      } else if isStored, binding.properties[index].isReadLater {
        batch.bindSameFile(parameter)
      } else {
        codec.bindNull(to: batch, at: parameter)
      }
    } catch {
      if failure == nil { failure = binding.cannotStore(index, error) }
    }
  }

  /// Binds a value that a value transformer stores.
  public func bindTransformable<Value>(_ index: Int, _ slot: Value?) {
    guard let parameter = parameter(index) else { return }
    do {
      if let bytes = try binding.transformer(index).bytes(of: slot) {
        batch.bind(bytes, parameter)
      } else {
        batch.bindNull(parameter)
      }
    } catch {
      if failure == nil { failure = binding.cannotStore(index, error) }
    }
  }
}

extension _RowBinder {
  func bindKey(_ index: Int, _ key: Int64) {
    guard let parameter = parameter(index) else { return }
    batch.bindKey(key, parameter)
  }

  /// Binds a value that may be stored in its own file.
  func bindExternal(_ bytes: Data?, _ parameter: Int) {
    if let bytes { batch.bindExternal(bytes, parameter) } else { batch.bindNull(parameter) }
  }

  /// Binds a value of a type that might have been a model.
  public func bindLink<Value>(_ index: Int, _ slot: Value?, _ key: Int64) { bind(index, slot) }
  /// Binds the key of a to-one relationship.
  public func bindLink<Model: PersistentModel>(_ index: Int, _ slot: Model?, _ key: Int64) {
    bindKey(index, key)
  }
  /// Binds the key of an optional to-one relationship.
  public func bindLink<Model: PersistentModel>(_ index: Int, _ slot: Model??, _ key: Int64) {
    bindKey(index, key)
  }
  /// Does nothing: the members of a to-many relationship are stored in other rows.
  public func bindLink<Models: RelationshipCollection>(
    _ index: Int, _ slot: Models?, _ key: Int64
  ) {}
}
