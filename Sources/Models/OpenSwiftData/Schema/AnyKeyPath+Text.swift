import Foundation

extension AnyKeyPath {
  /// The name of the model's stored property that the key path leads to; nil if it leads elsewhere.
  var propertyName: String? {
    guard let model = type(of: self).rootType as? any PersistentModel.Type else { return nil }
    return PropertyNames(model).knownName(of: self)
  }

  /// The key path as text for messages.
  ///
  /// It is the property's name if the model knows it, and otherwise the description without
  /// addresses.
  var readable: String {
    let root = type(of: self).rootType
    if let name = propertyName { return "\(_typeName(root, qualified: false)).\(name)" }
    let text = debugDescription
    guard text.contains("<computed") else { return String(text.drop { $0 == "\\" }) }
    let value = _typeName(type(of: self).valueType, qualified: false)
    return "\(_typeName(root, qualified: false))'s computed value of type \(value)"
  }
}
