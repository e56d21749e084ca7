/// Creates codecs: decides how each type is stored, and recurses into its members.
struct CodecBuilder {
  /// The enclosing types; another occurrence of one of them is a recursion.
  private var ancestors: [ObjectIdentifier] = []
  /// Whether the cases of enumerations can be listed, without which the columns of a type cannot be
  /// determined.
  private let knowsEnumerations: Bool

  init(knowsEnumerations: Bool = EnumerationMetadata.isKnown) {
    self.knowsEnumerations = knowsEnumerations
  }

  /// The maximum nesting depth of types, below which values are stored as JSON text; it bounds the
  /// use of the stack.
  static let depthLimit = 24

  private var isNested: Bool { !ancestors.isEmpty }

  /// Returns the codec of a property or member `name`.
  ///
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  func codec<Value>(for type: Value.Type, named name: String) throws -> ValueCodec<Value> {
    if let codec = try anyCodec(for: type, named: name)?.typed(as: type) { return codec }
    throw CodableStorageError(
      kind: .unsupportedType, type: type, propertyName: name,
      reason: "it is neither a basic type nor Codable. Make it Codable, or mark it @Transient.")
  }

  private func anyCodec(for type: Any.Type, named name: String) throws -> (any AnyValueCodec)? {
    if let codec = KnownScalars.codec(for: type, named: name) { return codec }
    if let wrapped = TypeMetadata.wrappedType(of: type) {
      func open<Wrapped>(_ type: Wrapped.Type) throws -> any AnyValueCodec {
        let wrapped = try codec(for: type, named: name)
        return ValueCodec<Wrapped?>(OptionalCoding(wrapped: wrapped.coding), propertyName: name)
      }
      return try _openExistential(wrapped, do: open)
    }
    if type == Duration.self {
      return ValueCodec<Duration>(DurationCoding(), propertyName: name)
    }
    guard knowsEnumerations || isCollection(type) else {
      throw CodableStorageError(
        kind: .unsupportedType, type: type, propertyName: name,
        reason:
          "the library does not know how this version of Swift describes enumerations, so it "
          + "cannot determine the type's columns. Use a version of the library that supports this "
          + "version of Swift.")
    }
    if EnumerationMetadata(type) != nil, let raw = KnownRawValues.type(type),
      let codec = try rawValueCodec(raw, named: name)
    {
      return codec
    }
    guard let codable = KnownCodables.codable(type) else { return nil }
    if isCollection(type) {
      return jsonCodec(codable, named: name, form: .transformable)
    }
    return try shapedCodec(codable, named: name)
  }

  private func isCollection(_ type: Any.Type) -> Bool {
    TypeMetadata.arrayElement(of: type) != nil
      || TypeMetadata.isGeneric(type) && type is any JSONCollection.Type
  }

  /// Returns the codec of a type whose raw value is a scalar; nil for others.
  private func rawValueCodec<Value: RawRepresentable>(
    _ type: Value.Type, named name: String
  ) throws -> (any AnyValueCodec)? {
    guard KnownScalars.scalar(Value.RawValue.self) != nil else { return nil }
    let raw = try codec(for: Value.RawValue.self, named: name)
    return ValueCodec<Value>(
      RawValueCoding(raw: raw.coding, propertyName: name), propertyName: name)
  }

  private func jsonCodec<Value: Codable>(
    _ type: Value.Type, named name: String, form: JSONForm
  ) -> any AnyValueCodec {
    ValueCodec<Value>(JSONCoding(form: isNested ? .binary : form), propertyName: name)
  }

  private func shapedCodec<Value: Codable>(
    _ type: Value.Type, named name: String
  ) throws -> any AnyValueCodec {
    let opaque = jsonCodec(type, named: name, form: .binaryComposite)
    var inner = self
    guard !ancestors.contains(ObjectIdentifier(type)), ancestors.count < Self.depthLimit else {
      return opaque
    }
    inner.ancestors.append(ObjectIdentifier(type))
    switch ShapeProbe<Value>().shape() {
    case .opaque: return opaque
    case .single(let part):
      return try inner.singleValueCodec(type, holding: part, named: name) ?? opaque
    case .members(let members):
      return inner.compositeCodec(type, members, isEnumeration: false, named: name)
    case .cases(let members):
      return inner.compositeCodec(type, members, isEnumeration: true, named: name)
    }
  }

  private func singleValueCodec<Value: Codable>(
    _ type: Value.Type, holding part: Any.Type, named name: String
  ) throws -> (any AnyValueCodec)? {
    if let raw = KnownRawValues.type(type), rawValueType(of: raw) == part,
      let codec = try rawValueCodec(raw, named: name)
    {
      return codec
    }
    guard !ancestors.contains(ObjectIdentifier(part)),
      let codec = try anyCodec(for: part, named: name)
    else { return nil }
    return ValueCodec<Value>(
      SingleValueCoding(codec: codec, propertyName: name), propertyName: name)
  }

  private func rawValueType<Value: RawRepresentable>(of type: Value.Type) -> Any.Type {
    Value.RawValue.self
  }

  private func compositeCodec<Value: Codable>(
    _ type: Value.Type, _ members: [ValueShape.Member], isEnumeration: Bool, named name: String
  ) -> any AnyValueCodec {
    let composite = CompositeCoding<Value>(
      layout: layout(of: members, isEnumeration: isEnumeration), propertyName: name)
    if isEnumeration, let markers = MarkerCoding(composite) {
      return ValueCodec<Value>(markers, propertyName: name)
    }
    return ValueCodec<Value>(composite, propertyName: name)
  }

  private func layout(of members: [ValueShape.Member], isEnumeration: Bool) -> KeyedLayout {
    KeyedLayout(
      members.map { ($0.name, $0.isOptional, content(of: $0)) }, isEnumeration: isEnumeration)
  }

  private func content(of member: ValueShape.Member) -> KeyedLayout.Content {
    switch member.content {
    case .value(let type):
      // A member that is decoded but has no codec is stored as JSON text.
      guard let codec = try? anyCodec(for: type, named: member.name) else { return .open }
      return .value(codec)
    case .nested(let members): return .nested(layout(of: members, isEnumeration: false))
    case .marker: return .marker
    case .open: return .open
    }
  }
}
