import CodableStorage
import Foundation
import SQLCore

/// A new value for an attribute of many models.
///
/// Pass one or several to ``ModelContext/update(_:where:_:_:)``.
///
/// > Note: SwiftData has no such type.
public struct Assignment<Model: PersistentModel> {
  /// The attribute that gets the value.
  let attribute: PartialKeyPath<Model>
  /// Whether the value depends on the row.
  let isComputed: Bool
  /// The values of the attribute's columns, for the index of its property.
  let terms: (EntityBinding, Int) throws -> [SQLFragment]
  /// Whether the attribute's type can represent a computed value.
  var accepts: (SQLValue) -> Bool = { _ in true }
  /// Computes the value for a model in memory, and returns a closure that sets it.
  ///
  /// Returns nil if the attribute's type cannot represent the value.
  let prepare: (Model) -> (() -> Void)?
}

extension Assignment {
  /// Sets an attribute to a value.
  public static func set<Value>(
    _ attribute: ReferenceWritableKeyPath<Model, Value>, to value: Value
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: false,
      terms: { binding, index in try binding.stored(value, in: index).map(SQLFragment.value) },
      prepare: { model in { model[keyPath: attribute] = value } })
  }

  /// Sets an attribute to the value of another attribute of the same model.
  public static func set<Value>(
    _ attribute: ReferenceWritableKeyPath<Model, Value>, to source: KeyPath<Model, Value>
  ) -> Assignment {
    copy(attribute, from: source, Value.self) { $0[keyPath: source] }
  }

  /// Sets an optional attribute to the value of another attribute of the same model.
  public static func set<Value>(
    _ attribute: ReferenceWritableKeyPath<Model, Value?>, to source: KeyPath<Model, Value>
  ) -> Assignment {
    copy(attribute, from: source, Value.self) { $0[keyPath: source] }
  }

  private static func copy<Value, Source>(
    _ attribute: ReferenceWritableKeyPath<Model, Value>, from source: KeyPath<Model, Source>,
    _ type: Source.Type, _ read: @escaping (Model) -> Value
  ) -> Assignment {
    Assignment(
      attribute: attribute, isComputed: true,
      terms: { binding, index in
        let other = try binding.assignableAttribute(source)
        let (own, columns) = (binding.properties[index], binding.properties[other].columns)
        guard own.columns.count == columns.count,
          own.transformer == binding.properties[other].transformer
        else {
          throw SwiftDataError.unsupportedKeyPath.explained(
            "The attribute cannot be set to \(binding.properties[other].name), which is stored "
              + "in a different form.",
            entity: binding.name, property: own.name,
            advice: "Fetch the models and set their properties.")
        }
        return try binding.operands(other, Source.self)
      },
      prepare: { model in
        let value = read(model)
        return { model[keyPath: attribute] = value }
      })
  }
}

extension EntityBinding {
  /// The index of the attribute at `keyPath`, which an assignment reads or sets.
  ///
  /// - Throws: `SwiftDataError.unsupportedKeyPath` if it is not such an attribute.
  func assignableAttribute(_ keyPath: AnyKeyPath) throws -> Int {
    guard let index = attributeNumber(of: keyPath) else {
      guard let relationship = propertyNumber(of: keyPath), properties[relationship].isRelationship
      else { throw noColumn(of: keyPath) }
      throw SwiftDataError.unsupportedKeyPath.explained(
        "A relationship cannot be set for many models at once.", entity: name,
        property: properties[relationship].name,
        advice: "Fetch the models and set their properties.")
    }
    guard !properties[index].storesExternally else {
      throw SwiftDataError.unsupportedKeyPath.explained(
        "An attribute with external storage cannot be set for many models at once.",
        entity: name, property: properties[index].name,
        advice: "Fetch the models and set their properties.")
    }
    return index
  }

  /// The stored values of `value` for the columns of property `index`.
  func stored<Value>(_ value: Value, in index: Int) throws -> [SQLValue] {
    do {
      if properties[index].transformer != nil {
        return [try transformer(index).bytes(of: value).map(SQLValue.blob) ?? .null]
      }
      return try codec(index, Value.self).encode(value)
    } catch let error as SwiftDataError {
      throw error
    } catch {
      throw cannotStore(index, error)
    }
  }

  /// The columns of property `index` as operands.
  ///
  /// If the property is not optional, its default replaces NULL.
  func operands<Value>(_ index: Int, _ type: Value.Type) throws -> [SQLFragment] {
    let (property, names) = (properties[index], columns(index))
    guard names.count == 1, !isOptionalType(type), property.transformer == nil,
      let missing = missing(index, type), let stored = try stored(missing, in: index).first,
      !stored.isNull
    else { return names }
    return ["COALESCE(\(names[0]), \(stored))"]
  }
}
