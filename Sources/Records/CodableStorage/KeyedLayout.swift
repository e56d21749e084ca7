import DataSchema
import SQLCore

/// The mapping from the keys of a composite to its columns.
package final class KeyedLayout: Sendable {
  enum Content: Sendable {
    case value(any AnyValueCodec)
    case nested(KeyedLayout)
    /// A case without payload, which stores its own name if it is the active case.
    case marker
    /// JSON text of a value of any type.
    case open
  }

  final class Field: Sendable {
    let name: String
    let isOptional: Bool
    let content: Content
    /// The first column, relative to the first of the composite.
    let offset: Int
    let leafTypes: [AttributeType]
    /// The type of the values; nil if the content is not a value of a single type.
    let valueType: ObjectIdentifier?

    init(name: String, isOptional: Bool, content: Content, offset: Int) {
      self.name = name
      self.isOptional = isOptional
      self.content = content
      self.offset = offset
      leafTypes = KeyedLayout.leafTypes(of: content)
      if case .value(let codec) = content {
        valueType = ObjectIdentifier(codec.valueType)
      } else {
        valueType = nil
      }
    }

    var canBeNull: Bool {
      if isOptional { return true }
      return switch content {
      case .value(let codec): codec.canBeNull
      case .nested(let layout): layout.canBeNull
      case .marker, .open: false
      }
    }
  }

  let fields: [Field]
  let leafTypes: [AttributeType]
  /// Whether the keys are cases, exactly one of which is present.
  let isEnumeration: Bool

  init(_ parts: [(name: String, isOptional: Bool, content: Content)], isEnumeration: Bool) {
    var fields: [Field] = []
    var leafTypes: [AttributeType] = []
    for part in parts {
      let field = Field(
        name: part.name, isOptional: part.isOptional, content: part.content,
        offset: leafTypes.count)
      fields.append(field)
      leafTypes += field.leafTypes
    }
    self.fields = fields
    self.leafTypes = leafTypes
    self.isEnumeration = isEnumeration
  }

  /// The layout of a case without payload.
  static let empty = KeyedLayout([], isEnumeration: false)

  private static func leafTypes(of content: Content) -> [AttributeType] {
    switch content {
    case .value(let codec): codec.columns
    case .nested(let layout): layout.leafTypes
    case .marker: [.string]
    case .open: [.binaryData]
    }
  }

  var canBeNull: Bool { !isEnumeration && fields.allSatisfy(\.canBeNull) }

  var payloadFreeCaseNames: [String] {
    fields.filter { if case .marker = $0.content { true } else { false } }.map(\.name)
  }

  /// Returns the index of the field `name`, trying `hint` first: types code their members in order,
  /// so the first guess is almost always right.
  func index(of name: String, hint: Int) -> Int? {
    if hint < fields.count, fields[hint].name == name { return hint }
    return fields.firstIndex { $0.name == name }
  }

  /// Returns the fields as a schema describes them; if the composite is optional, so are all its
  /// fields.
  func elements(isOptional: Bool) -> [PropertyDescription] {
    fields.map { field in
      let isOptional = isOptional || isEnumeration || field.isOptional
      switch field.content {
      case .value(let codec): return codec.property(isOptional: isOptional)
      case .nested(let layout):
        return .composite(
          CompositeDescription(
            name: field.name, isOptional: isOptional,
            elements: layout.elements(isOptional: isOptional)))
      case .marker, .open:
        return .attribute(
          AttributeDescription(name: field.name, type: field.leafTypes[0], isOptional: isOptional))
      }
    }
  }
}

extension KeyedLayout.Field {
  func isNull(in row: any RowReader, at base: Int) -> Bool {
    for column in (base + offset)..<(base + offset + leafTypes.count) where !row.isNull(column) {
      return false
    }
    return true
  }
}
