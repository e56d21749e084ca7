import CodableStorage
import Foundation
import SQLCore

/// Binds a model's values to a statement, one typed call for each property.
public final class _RowBinder {
  let writer: any ParameterWriter
  /// The first parameter of each property; -1 for one that the statement does not write.
  let parameters: UnsafePointer<Int32>
  let binding: EntityBinding
  /// The first failure to encode or to bind; the caller throws it.
  var failure: (any Error)? {
    get { encodingFailure ?? (writer.refusedParameter == 0 ? nil : refusal()) }
    set { encodingFailure = newValue }
  }
  private var encodingFailure: (any Error)?
  /// Where large values go; nil where all of them stand in the row.
  var external: ExternalRow?
  /// The keys that new models are being saved under, by their temporary ones.
  private let newKeys: [Int64: Int64]

  init(
    writer: any ParameterWriter, parameters: UnsafePointer<Int32>, binding: EntityBinding,
    newKeys: [Int64: Int64] = [:]
  ) {
    self.writer = writer
    self.parameters = parameters
    self.binding = binding
    self.newKeys = newKeys
  }

  @inline(__always)
  func parameter(_ index: Int) -> Int? {
    let parameter = parameters[index]
    return parameter > 0 ? Int(parameter) : nil
  }

  // An empty slot of a changed or inserted instance cannot be: whoever binds has fired the fault.

  /// Binds a string.
  public func bind(_ index: Int, _ slot: String?) {
    guard let parameter = parameter(index) else { return }
    if let slot { writer.bind(slot, parameter) } else { writer.bindNull(parameter) }
  }
  /// Binds an optional string.
  public func bind(_ index: Int, _ slot: String??) { bind(index, slot ?? nil) }
  /// Binds an integer.
  public func bind(_ index: Int, _ slot: Int?) {
    guard let parameter = parameter(index) else { return }
    if let slot { writer.bind(Int64(slot), parameter) } else { writer.bindNull(parameter) }
  }
  /// Binds an optional integer.
  public func bind(_ index: Int, _ slot: Int??) { bind(index, slot ?? nil) }
  /// Binds a 64-bit integer.
  public func bind(_ index: Int, _ slot: Int64?) {
    guard let parameter = parameter(index) else { return }
    if let slot { writer.bind(slot, parameter) } else { writer.bindNull(parameter) }
  }
  /// Binds an optional 64-bit integer.
  public func bind(_ index: Int, _ slot: Int64??) { bind(index, slot ?? nil) }
  /// Binds a Boolean value.
  public func bind(_ index: Int, _ slot: Bool?) {
    guard let parameter = parameter(index) else { return }
    if let slot {
      writer.bind(slot ? 1 : 0 as Int64, parameter)
    } else {
      writer.bindNull(parameter)
    }
  }
  /// Binds an optional Boolean value.
  public func bind(_ index: Int, _ slot: Bool??) { bind(index, slot ?? nil) }
  /// Binds a floating-point number.
  public func bind(_ index: Int, _ slot: Double?) {
    guard let parameter = parameter(index) else { return }
    if let slot { writer.bind(slot, parameter) } else { writer.bindNull(parameter) }
  }
  /// Binds an optional floating-point number.
  public func bind(_ index: Int, _ slot: Double??) { bind(index, slot ?? nil) }
  /// Binds a date.
  public func bind(_ index: Int, _ slot: Date?) {
    guard let parameter = parameter(index) else { return }
    if let slot {
      writer.bind(slot.timeIntervalSinceReferenceDate, parameter)
    } else {
      writer.bindNull(parameter)
    }
  }
  /// Binds an optional date.
  public func bind(_ index: Int, _ slot: Date??) { bind(index, slot ?? nil) }
  /// Binds a UUID.
  public func bind(_ index: Int, _ slot: UUID?) {
    guard let parameter = parameter(index) else { return }
    if let slot { writer.bind(slot, parameter) } else { writer.bindNull(parameter) }
  }
  /// Binds an optional UUID.
  public func bind(_ index: Int, _ slot: UUID??) { bind(index, slot ?? nil) }
}

extension _RowBinder {
  /// What the database's refusal of a value means, with the property that has it.
  @inline(never)
  private func refusal() -> SwiftDataError {
    let number = Int32(clamping: writer.refusedParameter)
    // A property has as many parameters as it has columns.
    let index = binding.properties.indices.last {
      parameters[$0] > 0 && parameters[$0] <= number
        && number < parameters[$0] + Int32(max(1, binding.properties[$0].columns.count))
    }
    let refusal = writer.refusal()
    return SwiftDataError.valueCannotBeStored.explained(
      "\(refusal.message).", entity: binding.name,
      property: index.map { binding.properties[$0].name }, path: binding.store.path,
      advice:
        "Store less in one value; large data belongs into files, as .externalStorage does it.",
      underlying: refusal)
  }

  /// Binds a value of any other storable type.
  public func bind<Value>(_ index: Int, _ slot: Value?) {
    guard let parameter = parameter(index) else { return }
    do {
      let codec = try binding.codec(index, Value.self)
      if binding.properties[index].storesExternally {
        guard let slot else { return bindUnloaded(index, parameter) }
        bindExternal(try codec.encode(slot).first?.blob, index, parameter)
      } else if let slot {
        try codec.bind(slot, to: writer, at: parameter)
      } else {
        codec.bindNull(to: writer, at: parameter)
      }
    } catch {
      if failure == nil { failure = binding.cannotStore(index, error) }
    }
  }

  /// Binds a value that a value transformer stores.
  public func bindTransformable<Value>(_ index: Int, _ slot: Value?) {
    guard let parameter = parameter(index) else { return }
    do {
      let stored = try binding.transformer(index).storedValue(of: slot)
      writer.bind(stored, parameter)
    } catch {
      if failure == nil { failure = binding.cannotStore(index, error) }
    }
  }
}

extension _RowBinder {
  func bindKey(_ index: Int, _ key: Int64) {
    guard let parameter = parameter(index) else { return }
    let stored = key >= 0 ? key : newKeys[key] ?? 0
    if stored > 0 { writer.bind(stored, parameter) } else { writer.bindNull(parameter) }
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
  /// Does nothing: other rows hold the members of a to-many relationship.
  public func bindLink<Models: RelationshipCollection>(
    _ index: Int, _ slot: Models?, _ key: Int64
  ) {}
}
