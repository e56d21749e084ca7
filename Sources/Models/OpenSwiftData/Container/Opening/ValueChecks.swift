import CodableStorage
import DataSchema
import Foundation
import RecordStore
import SQLCore

extension ModelContainer {
  /// Returns the reason why a model cannot read a value of a row; nil if it can.
  package typealias ValueCheck = @Sendable (RecordValue) -> String?

  /// The checks of values by entity and property, except for properties that can read any value in
  /// their columns.
  package func valueChecks() -> [String: [String: ValueCheck]] {
    var checks: [String: [String: ValueCheck]] = [:]
    for entity in schema.entities {
      var current: Schema.Entity? = entity
      while let named = current {
        for property in named.storedProperties {
          guard let attribute = property.asAttribute, checks[entity.name]?[attribute.name] == nil,
            let check = ValueCheckMaker(attribute).check
          else { continue }
          checks[entity.name, default: [:]][attribute.name] = check
        }
        current = named.superentityName.flatMap { schema.entitiesByName[$0] }
      }
    }
    return checks
  }
}

/// Creates the check of one attribute's values.
private struct ValueCheckMaker {
  /// The check; nil if every value can be read.
  let check: ModelContainer.ValueCheck?

  /// Types that can read any value in their columns.
  private static let plain: [Any.Type] = [
    String.self, Bool.self, Int.self, Int16.self, Int32.self, Int64.self, Double.self, Float.self,
    Date.self, Data.self, Decimal.self, UUID.self, URL.self,
  ]

  init(_ attribute: Schema.Attribute) {
    let type = attribute.valueType
    guard !Self.plain.contains(where: { $0 == unwrappedType(type) }),
      attribute.options.allSatisfy({ $0.transformerName == nil }),
      let codec = try? CodecFactory.codec(
        for: type, propertyName: attribute.name, isWhole: attribute.isCodable)
    else {
      check = nil
      return
    }
    let paths = attribute.propertyDescription.leafPaths
    guard paths.count == codec.columns.count else {
      check = nil
      return
    }
    check = { value in
      let values = paths.enumerated().map { index, path in
        value.part(path[...]).sqlValue(asPartOf: codec.columns[index]) ?? .null
      }
      do {
        _ = try codec.decodeAny(values)
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}

extension PropertyDescription {
  /// The path of names to each column of an attribute.
  fileprivate var leafPaths: [[String]] {
    guard case .composite(let composite) = self else { return [[]] }
    return composite.elements.flatMap { element in element.leafPaths.map { [element.name] + $0 } }
  }
}

extension RecordValue {
  /// The part of a value at a path of names.
  fileprivate func part(_ path: ArraySlice<String>) -> RecordValue {
    guard let name = path.first else { return self }
    guard case .composite(let parts) = self else { return .null }
    return (parts[name] ?? .null).part(path.dropFirst())
  }
}
