/// Codecs of properties whose values are stored as a whole, in their encoded form.
package enum WholeCodec {
  /// Returns the codec that stores values in one column, as arrays are stored.
  ///
  /// A scalar has a single column anyway, and is stored as usual.
  ///
  /// - Throws: `CodableStorageError` if values of the type cannot be stored.
  package static func codec(
    for type: Any.Type, propertyName name: String
  ) throws -> any AnyValueCodec {
    if let codec = KnownScalars.codec(for: type, named: name) { return codec }
    if let wrapped = TypeMetadata.wrappedType(of: type) {
      func open<Wrapped>(_ type: Wrapped.Type) throws -> any AnyValueCodec {
        guard let wrapped = try codec(for: type, propertyName: name).typed(as: type) else {
          throw unsupported(type, name)
        }
        return ValueCodec<Wrapped?>(OptionalCoding(wrapped: wrapped.coding), propertyName: name)
      }
      return try _openExistential(wrapped, do: open)
    }
    guard let codable = KnownCodables.codable(type) else { throw unsupported(type, name) }
    func open<Value: Codable>(_ type: Value.Type) -> any AnyValueCodec {
      ValueCodec<Value>(JSONCoding(form: .transformable), propertyName: name)
    }
    return _openExistential(codable, do: open)
  }

  private static func unsupported(_ type: Any.Type, _ name: String) -> CodableStorageError {
    CodableStorageError(
      kind: .unsupportedType, type: type, propertyName: name,
      reason: "it is neither a basic type nor Codable. Make it Codable, or mark it @Transient.")
  }
}
