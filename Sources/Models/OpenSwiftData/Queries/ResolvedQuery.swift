import CodableStorage
import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// A query with the names and values of one store.
struct ResolvedQuery {
  private(set) var statement = SQLFragment()
  /// The store of the models in the query; nil if it has none.
  private(set) var store: (any ModelStore)?
  private var mentioned: [EntityBinding] = []
  private let bindings: ContainerBindings

  /// - Throws: `SwiftDataError.unsupportedQuery` for models of several stores and for values and
  ///   properties that are not in one column; `unknownSchema` for models that the container lacks.
  init(_ query: SQLQuery, _ bindings: ContainerBindings) throws {
    self.bindings = bindings
    for piece in query.pieces { try append(piece) }
  }

  /// The names of properties by those of their columns, for all models in the query.
  ///
  /// A column that stands for several properties has no name.
  var aliases: [String: String] {
    var aliases: [String: String?] = [:]
    for binding in mentioned {
      for property in binding.properties where property.columns.count == 1 {
        let column = property.columns[0].name
        if let known = aliases[column], known != property.name {
          aliases[column] = .some(nil)
        } else {
          aliases[column] = property.name
        }
      }
    }
    return aliases.compactMapValues(\.self)
  }

  private mutating func append(_ piece: SQLQuery.Piece) throws {
    switch piece {
    case .text(let text): statement.append(.raw(text))
    case .value(let value): statement.append(.value(try Self.stored(value)))
    case .values(let values, let element):
      statement.append(Self.list(try values.map { try Self.stored($0) }, of: element))
    case .key(let identifier): statement.append(.value(try key(of: identifier)))
    case .keys(let identifiers):
      statement.append(Self.list(try identifiers.map(key), of: Int.self))
    case .table(let model):
      let binding = try mention(model)
      statement.append(.table(binding.table.table))
    case .column(let model, let property): statement.append(try column(property, of: model))
    }
  }

  private mutating func mention(_ model: any PersistentModel.Type) throws -> EntityBinding {
    let binding = try bindings.binding(for: model)
    if let store, store.identifier != binding.store.identifier {
      throw SwiftDataError.unsupportedQuery.explained(
        "The query was not run, because its models are in several stores.",
        entity: binding.name, advice: "Query each store, and combine the results.")
    }
    store = binding.store
    if !mentioned.contains(where: { $0 === binding }) { mentioned.append(binding) }
    return binding
  }

  private mutating func column(
    _ property: AnyKeyPath, of model: any PersistentModel.Type
  ) throws -> SQLFragment {
    let binding = try mention(model)
    switch binding.place(of: property) {
    case .identifier: return .name(binding.primaryKeyColumn)
    case .toOne(let foreignKey): return .name(foreignKey)
    case .column(let column): return .name(column.name)
    case .leaves(let leaves) where leaves.count == 1: return .name(leaves[0].column.name)
    case .leaves, .toMany, nil: break
    }
    if let index = binding.attributeNumber(of: property) {
      let columns = binding.columns(index)
      if columns.count == 1 { return columns[0] }
    }
    throw SwiftDataError.unsupportedQuery.explained(
      "The query was not run: \(property.readable) is not stored in one column.",
      entity: binding.name,
      advice: "Interpolate the key path of an attribute or a to-one relationship that is stored in "
        + "one column.")
  }

  private func key(of identifier: PersistentIdentifier?) throws -> SQLValue {
    guard let identifier else { return .null }
    guard !identifier.isTemporary, let binding = bindings.binding(for: identifier) else {
      throw SwiftDataError.unsupportedQuery.explained(
        "The query was not run: an interpolated model has no row in the container's stores.",
        entity: identifier.entityName, advice: "Save the model first.")
    }
    return .integer(binding.rowKey(of: identifier))
  }

  private static func stored<Value: Codable & Sendable>(_ value: Value) throws -> SQLValue {
    guard let codec = ResultRow.codec(of: Value.self) else {
      throw SwiftDataError.unsupportedQuery.explained(
        "The query was not run: a value of type \(Value.self) is not stored in one column.",
        advice: "Interpolate its members.")
    }
    return try codec.encode(value)[0]
  }

  private static func list(
    _ values: [SQLValue], of element: any (Codable & Sendable).Type
  ) -> SQLFragment {
    if let elements = SQLList.Elements(values, like: sample(of: element)) {
      return .elements(elements)
    }
    // Lists of Boolean values, whose type an empty list must have, too.
    if values.isEmpty { return "(SELECT \(.truth(false)) WHERE \(.truth(false)))" }
    return "(\(values.map(SQLFragment.value).joined(separator: ", ")))"
  }

  /// A stored value of a type.
  private static func sample<Value>(of type: Value.Type) -> SQLValue? {
    guard let codec = ResultRow.codec(of: type) else { return nil }
    for sample in codec.samples() {
      if let value = (try? codec.encodeAny(sample))??.first, !value.isNull { return value }
    }
    return nil
  }
}
