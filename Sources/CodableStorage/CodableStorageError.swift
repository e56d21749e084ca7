/// A value or type that cannot be stored in, or read from, its columns.
package struct CodableStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Kind: Hashable, Sendable {
    /// No way of storing the type is known.
    case unsupportedType
    /// The columns hold what no value of the type stands for.
    case unreadableValue
    /// The value cannot be told apart from others in the columns of its type.
    case unstorableValue
  }

  package var kind: Kind
  package var typeName: String
  package var propertyName: String
  /// The cause in words, with what to do about it.
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
      "The stored value of '\(propertyName)' is no '\(typeName)': \(reason)"
    case .unstorableValue:
      "The value of '\(propertyName)' of type '\(typeName)' cannot be stored: \(reason)"
    }
  }
}
