import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// An attribute whose values are told apart.
struct GroupedAttribute<Model: PersistentModel, Value> {
  /// None where only models have the value.
  let columns: [SQLFragment]
  private let features: SQLFeatures
  private let keyPath: KeyPath<Model, Value>
  private let order: StoredOrder
  private let codec: ValueCodec<Value>

  /// - Throws: `SwiftDataError.unsupportedKeyPath` where equal values need not be stored alike, as
  ///   with collections, and where values of the type are not stored at all.
  init(_ keyPath: KeyPath<Model, Value>, _ binding: EntityBinding) throws {
    let index = binding.attributeNumber(of: keyPath)
    let name = index.map { binding.properties[$0].name } ?? keyPath.readable
    let leadsToModel =
      binding.isIdentifier(keyPath)
      || binding.propertyNumber(of: keyPath).map { binding.properties[$0].isRelationship } == true
    let codec =
      try? index.map { try binding.codec($0, Value.self) }
      ?? ValueCodec.make(for: Value.self, propertyName: name)
    let isOpaque = index.map {
      binding.properties[$0].transformer != nil || binding.properties[$0].storesExternally
    }
    guard let codec, isOpaque != true, !leadsToModel,
      let order = StoredOrder(
        Value.self,
        columns: index.map { binding.properties[$0].columns.map(\.type) } ?? codec.columns)
    else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        index == nil
          ? "\(keyPath.readable) cannot be told apart by what is stored."
          : "Values of \(typeText(Value.self)) cannot be told apart by what is stored of them.",
        entity: binding.name, property: index == nil ? nil : name,
        advice: "Group by another attribute, or group fetched models in Swift.")
    }
    columns = index.map(binding.columns) ?? []
    features = binding.features
    (self.keyPath, self.order, self.codec) = (keyPath, order, codec)
  }

  var groupTerms: [SQLFragment] { order.groupTerms(columns) }
  var orderTerms: [SQLFragment] { order.orderTerms(columns, features) }

  /// What a group has in the columns: the values that its rows have in common, or one of those that are equal.
  var listedTerms: [SQLFragment] {
    zip(columns, groupTerms).map { column, term in
      features.selectsAnyOfGroup || column == term ? column : "MIN(\(column))"
    }
  }

  /// What tells the value of a model from others, and sorts it among them.
  func key(of model: Model) throws -> [SQLValue] {
    order.key(try codec.encode(model[keyPath: keyPath]))
  }
}
