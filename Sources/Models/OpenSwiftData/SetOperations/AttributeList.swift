import CoreDataFormat
import Foundation
import RecordStore
import SQLCore

/// One attribute that a set operation reads, from rows or from models.
struct ListedAttribute<Model: PersistentModel, Value> {
  let keyPath: KeyPath<Model, Value>
  private let column: Int
  private let reading: AttributeReading<Value>

  fileprivate init(
    _ keyPath: KeyPath<Model, Value>, column: Int, _ reading: @escaping AttributeReading<Value>
  ) {
    self.keyPath = keyPath
    self.column = column
    self.reading = reading
  }

  func value(in row: any RowReader) throws -> Value { try reading(row, column) }
  func value(of model: Model) -> Value { model[keyPath: keyPath] }
}

/// The attributes that a set operation reads, and their columns in a SELECT.
final class AttributeList<Model: PersistentModel> {
  private let binding: EntityBinding
  private let bindings: ContainerBindings
  private(set) var columns: [SQLFragment] = []
  /// Whether all attributes are in rows; if false, they have to be read from models.
  ///
  /// Only models have computed properties, parts of values, and values that may be stored in files.
  private(set) var isInRows = true

  init(_ binding: EntityBinding, in bindings: ContainerBindings) {
    self.binding = binding
    self.bindings = bindings
  }

  /// Adds the columns of an attribute.
  func add<Value>(_ keyPath: KeyPath<Model, Value>) throws -> ListedAttribute<Model, Value> {
    let start = columns.count
    if let index = binding.attributeNumber(of: keyPath),
      !binding.properties[index].storesExternally
    {
      columns += binding.columns(index)
      return ListedAttribute(keyPath, column: start, try binding.reading(index, Value.self))
    }
    if binding.isIdentifier(keyPath), let reading = identifierReading(Value.self) {
      columns += [.name(binding.record.identity.key), .name(binding.record.identity.entity)]
      return ListedAttribute(keyPath, column: start, reading)
    }
    isInRows = false
    return ListedAttribute(keyPath, column: start) { [binding] _, _ in
      throw binding.noColumn(of: keyPath)
    }
  }

  private func identifierReading<Value>(_: Value.Type) -> AttributeReading<Value>? {
    let reading: AttributeReading<PersistentIdentifier> = { [binding, bindings] row, column in
      bindings.identifier(row.int64(column), entity: row.int64(column + 1), binding)
    }
    return reading as? AttributeReading<Value>
  }
}

extension EntityBinding {
  /// The index of the attribute at `keyPath`, or nil.
  ///
  /// It is nil for a relationship, for a property without columns, and for a key path into a value.
  func attributeNumber(of keyPath: AnyKeyPath) -> Int? {
    guard let index = propertyNumber(of: keyPath) else { return nil }
    return properties[index].columns.isEmpty || properties[index].isRelationship ? nil : index
  }

  /// The names of the columns of property `index`.
  func columns(_ index: Int) -> [SQLFragment] {
    properties[index].columns.map { .name($0.name) }
  }

  func noColumn(of keyPath: AnyKeyPath) -> SwiftDataError {
    .unsupportedKeyPath.explained(
      "\(keyPath.readable) is not a stored attribute.", entity: name,
      advice: "Use a key path to a stored attribute of the model.")
  }
}
