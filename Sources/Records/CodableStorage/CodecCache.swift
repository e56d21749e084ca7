import Locks

/// A cache of codecs.
///
/// A codec is a pure function of type and name, so it does not matter which caller created it.
enum CodecCache {
  /// The codecs by type, and for each type by the property's name.
  private static let codecs = Mutex(TypeTable<[String: any AnyValueCodec]>())
  /// The maximum number of types, and of property names for each type; beyond these limits, the
  /// cache is cleared.
  private static let typeLimit = 4_096
  private static let nameLimit = 256

  static func codec<Value>(
    for type: Value.Type, propertyName: String
  ) throws -> ValueCodec<Value> {
    let key = ObjectIdentifier(type)
    if let known = codecs.withLock({ $0[key]?[propertyName] })?.typed(as: type) { return known }
    let codec = try CodecBuilder().codec(for: type, named: propertyName)
    codecs.withLock { codecs in
      if codecs.count >= typeLimit, codecs[key] == nil { codecs = TypeTable() }
      var named = codecs[key] ?? [:]
      if named.count >= nameLimit { named = [:] }
      named[propertyName] = codec
      codecs.set(key, to: named)
    }
    return codec
  }

  static func codec(forAny type: Any.Type, propertyName: String) throws -> any AnyValueCodec {
    func open<Value>(_ type: Value.Type) throws -> any AnyValueCodec {
      try codec(for: type, propertyName: propertyName)
    }
    return try _openExistential(type, do: open)
  }
}
