import DataSchema
import SQLCore

/// Where the keys of a composite lie in its columns.
package final class KeyedLayout: Sendable {
  enum Content: Sendable {
    case value(any AnyValueCodec)
    case nested(KeyedLayout)
    /// A case without payload: its own name when it is the active one.
    case marker
    /// JSON text of whatever type is coded.
    case open
  }

  final class Field: Sendable {
    let name: String
    let isOptional: Bool
    let content: Content
    /// The first column, counted from the first of the composite.
    let offset: Int
    let leafTypes: [AttributeType]
    /// The type of the values; nil where the content is no value of one type.
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
  /// Whether the keys stand for cases, of which one is present.
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

  /// The place of `name` among the fields, looked for from `hint` on: types code their members in
  /// order, so the first guess is right almost always.
  func index(of name: String, hint: Int) -> Int? {
    if hint < fields.count, fields[hint].name == name { return hint }
    return fields.firstIndex { $0.name == name }
  }

  /// The parts as a schema describes them; of the parts of an optional, each is optional.
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
