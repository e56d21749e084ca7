import SQLCore

/// The stored values of the cases of enumerations with raw values.
package enum EnumerationCases {
  /// Returns the stored raw values of the cases that a type lists (`CaseIterable`).
  ///
  /// - Parameter type: The type of a property, optional or not.
  /// - Returns: The values; nil for a type that is stored in another way or does not list its
  ///   cases. Also nil if cases have payloads, because then there are more values than are listed.
  package static func rawValues(of type: Any.Type) -> [SQLValue]? {
    let type = TypeMetadata.wrappedType(of: type) ?? type
    guard EnumerationMetadata(type)?.payloadCaseCount == 0, type is any CaseIterable.Type,
      let raw = KnownRawValues.type(type)
    else { return nil }
    return listed(raw)
  }

  private static func listed<Value: RawRepresentable>(_ type: Value.Type) -> [SQLValue]? {
    guard KnownScalars.scalar(Value.RawValue.self) != nil,
      let listed = Value.self as? any CaseIterable.Type,
      let codec = try? ValueCodec<Value>.make(for: type, propertyName: "")
    else { return nil }
    var values: [SQLValue] = []
    for value in cases(listed) {
      guard let value = value as? Value, let columns = try? codec.encode(value), columns.count == 1
      else { return nil }
      values.append(columns[0])
    }
    return values
  }

  private static func cases<Value: CaseIterable>(_ type: Value.Type) -> [Any] {
    Array(type.allCases)
  }
}
