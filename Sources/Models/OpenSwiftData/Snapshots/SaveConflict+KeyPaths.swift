extension SaveConflict {
  /// The values of an attribute: the context's, the stored one, and the one that the context had
  /// read, the last two nil if they are not known.
  ///
  /// - Parameter keyPath: The attribute.
  /// - Returns: The values; nil if neither the context nor others have changed the attribute, and
  ///   for an attribute of another model.
  public func values<Model: PersistentModel, Value>(
    of keyPath: KeyPath<Model, Value>
  ) -> (ours: Value, stored: Value?, read: Value?)? {
    guard let name = SnapshotProperties<Model>.name(of: keyPath),
      KnownModels.models(named: entityName).contains(where: { $0 is Model.Type }),
      let property = properties.first(where: { $0.name == name }),
      let ours: Value = property.ours?.typed()
    else { return nil }
    return (ours, property.stored?.typed(), property.read?.typed())
  }
}

extension SnapshotValue {
  /// The value as one of its property's type; nil if it is of another type.
  fileprivate func typed<Value>() -> Value? { (content as Any) as? Value }
}
