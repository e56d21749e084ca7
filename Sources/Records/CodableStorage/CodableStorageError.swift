/// A value or type that cannot be stored in, or read from, its columns.
package struct CodableStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    /// No way to store the type is known.
    case unsupportedType
    /// The columns do not represent any value of the type.
    case unreadableValue
    /// The columns of the value's type cannot distinguish it from other values.
    case unstorableValue
  }

  package var kind: Kind
  package var typeName: String
  package var propertyName: String
  /// The cause and a suggested fix, as text.
  package var reason: String

  package init(kind: Kind, type: Any.Type, propertyName: String, reason: String) {
    self.kind = kind
    self.typeName = String(describing: type)
    self.propertyName = propertyName
    self.reason = reason
  }

  package var description: String {
    switch kind {
    case .unsupportedType:
      "Property '\(propertyName)' of type '\(typeName)' cannot be stored: \(reason)"
    case .unreadableValue:
      "The stored value of '\(propertyName)' cannot be read as '\(typeName)': \(reason)"
    case .unstorableValue:
      "The value of '\(propertyName)' of type '\(typeName)' cannot be stored: \(reason)"
    }
  }
}
