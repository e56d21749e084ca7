extension PropertyStorage {
  /// Finds a class instance among the members of a type's values, and returns the names that lead
  /// to it.
  ///
  /// A class instance inside a stored value would be split into columns with it, and would be a
  /// different instance each time the value is read.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name of a property with such values, whose codec is inspected.
  /// - Returns: The names from the value to the member; nil if there is no class.
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
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
