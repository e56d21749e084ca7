extension PropertyStorage {
  /// Whether a value of some type holds an instance of a class in one of its parts, and the names
  /// that lead there.
  ///
  /// A class within a stored value would be taken apart with it, and be another instance whenever
  /// the value is read.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name of a property that has such values; the codec of that property is asked.
  /// - Returns: The names from the value to the part; nil where there is no class.
  /// - Throws: `CodableStorageError` when values of the type cannot be stored.
  package static func pathToClass(
    in type: Any.Type, named name: String = "value"
  ) throws -> [String]? {
    if KnownScalars.contains(type) { return nil }
    return try CodecCache.codec(forAny: type, propertyName: name).pathToClass
  }
}

extension AnyValueCodec {
  fileprivate var pathToClass: [String]? {
    memberLayout?.pathToClass
  }
}

extension KeyedLayout {
  fileprivate var pathToClass: [String]? {
    for field in fields {
      switch field.content {
      case .value(let codec):
        if codec.valueType is AnyClass || codec.wrapsClass { return [field.name] }
        if let path = codec.pathToClass { return [field.name] + path }
      case .nested(let layout):
        if let path = layout.pathToClass { return [field.name] + path }
      case .marker, .open: break
      }
    }
    return nil
  }
}

extension AnyValueCodec {
  /// Whether the values are optional instances of a class.
  fileprivate var wrapsClass: Bool {
    TypeMetadata.wrappedType(of: valueType) is AnyClass
  }
}
