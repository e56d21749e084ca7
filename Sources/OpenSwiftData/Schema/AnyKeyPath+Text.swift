import Foundation

extension AnyKeyPath {
  /// The key path for whoever reads of it in a message: a property's name where the model knows it, and
  /// else what its description shows without addresses.
  var readable: String {
    let root = type(of: self).rootType
    if let model = root as? any PersistentModel.Type,
      let property = model.schemaMetadata.first(where: { !$0.name.isEmpty && $0.keypath == self })
    {
      return "\(_typeName(model, qualified: false)).\(property.name)"
    }
    let text = debugDescription
    guard text.contains("<computed") else { return String(text.drop { $0 == "\\" }) }
    let value = _typeName(type(of: self).valueType, qualified: false)
    return "A computed value of type \(value) of \(_typeName(root, qualified: false))"
  }
}
