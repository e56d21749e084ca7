import CodableStorage
import DataSchema
import Foundation
import SQLCore

/// The default value that existing rows get for a new attribute.
struct AttributeDefault {
  /// One value for each column; nil for a column that stays NULL.
  private let leaves: [DefaultValue?]

  /// - Parameters:
  ///   - attribute: The attribute, whose default value was evaluated once.
  ///   - again: Evaluates the value once more, to find out whether every model gets its own.
  init(_ attribute: Schema.Attribute, again: () -> Any?) {
    guard let value = attribute.defaultValue,
      let columns = Self.columns(of: value, attribute), !columns.values.isEmpty
    else {
      leaves = []
      return
    }
    var others: [SQLValue]?
    leaves = columns.values.indices.map { index in
      let stored = columns.values[index]
      if columns.types[index] == .uuid, !stored.isNull {
        others = others ?? again().flatMap { Self.columns(of: $0, attribute)?.values } ?? []
        if let others, index < others.count, others[index] != stored { return .newUUID }
      }
      return DefaultValue(stored)
    }
  }

  /// The column values of a value, as a save writes them; nil for one that cannot be stored.
  private static func columns(
    of value: Any, _ attribute: Schema.Attribute
  ) -> (values: [SQLValue], types: [AttributeType])? {
    if let name = attribute.options.lazy.compactMap(\.transformerName).first {
      guard let bytes = try? AttributeTransformer(named: name).bytes(of: value) else { return nil }
      return ([.blob(bytes)], [.transformable])
    }
    guard
      let codec = try? CodecFactory.codec(
        for: attribute.valueType, propertyName: attribute.name, isWhole: attribute.isCodable),
      let values = try? codec.encodeAny(value)
    else { return nil }
    return (values, codec.columns)
  }

  /// The property with these values in its leaves; unchanged if it has other leaves.
  func applied(to property: PropertyDescription) -> PropertyDescription {
    guard !leaves.isEmpty else { return property }
    var rest = leaves[...]
    let filled = Self.fill(property, from: &rest)
    return rest.isEmpty ? filled : property
  }

  private static func fill(
    _ property: PropertyDescription, from rest: inout ArraySlice<DefaultValue?>
  ) -> PropertyDescription {
    switch property {
    case .attribute(var attribute):
      attribute.defaultValue = rest.popFirst() ?? nil
      return .attribute(attribute)
    case .composite(var composite):
      composite.elements = composite.elements.map { fill($0, from: &rest) }
      return .composite(composite)
    case .relationship, .derived: return property
    }
  }
}

extension DefaultValue {
  init?(_ value: SQLValue) {
    switch value.stored {
    case .null: return nil
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .bytes(bytes)
    // Stored values have no other cases.
    case .bool, .date, .uuid, .decimal: return nil
    }
  }
}
