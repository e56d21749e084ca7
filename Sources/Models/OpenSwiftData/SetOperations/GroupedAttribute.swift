import CodableStorage
import CoreDataFormat
import DataSchema
import Foundation
import SQLCore

/// An attribute to group by.
struct GroupedAttribute<Model: PersistentModel, Value> {
  /// The columns of the attribute; empty if only models have the value.
  let columns: [SQLFragment]
  private let features: SQLFeatures
  private let keyPath: KeyPath<Model, Value>
  private let order: StoredOrder
  private let codec: ValueCodec<Value>

  /// - Throws: `SwiftDataError.unsupportedKeyPath` if equal values can be stored differently, as
  ///   with collections, or if values of the type are not stored.
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
          ? "Models cannot be grouped by \(keyPath.readable): its values cannot be compared in "
            + "their stored form."
          : "Models cannot be grouped by this attribute: values of \(typeText(Value.self)) cannot "
            + "be compared in their stored form.",
        entity: binding.name, property: index == nil ? nil : name,
        advice: "Group by another attribute, or group fetched models in Swift.")
    }
    columns = index.map(binding.columns) ?? []
    features = binding.features
    (self.keyPath, self.order, self.codec) = (keyPath, order, codec)
  }

  var groupTerms: [SQLFragment] { order.groupTerms(columns) }
  var orderTerms: [SQLFragment] { order.orderTerms(columns, features) }

  /// The columns of a group in the result: the value that its rows share, or one of several equal
  /// ones.
  var listedTerms: [SQLFragment] {
    zip(columns, groupTerms).map { column, term in
      features.selectsAnyOfGroup || column == term ? column : "MIN(\(column))"
    }
  }

  /// The key that identifies and sorts the value of a model.
  func key(of model: Model) throws -> [SQLValue] {
    order.key(try codec.encode(model[keyPath: keyPath]))
  }
}
