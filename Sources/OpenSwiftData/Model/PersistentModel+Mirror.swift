/// What `Mirror`, `dump` and debuggers show of a model: its attributes, by name.
///
/// An instance whose values are not loaded shows none, and values in files are left out, because
/// looking at a model is not to read from its store; and so are relationships, through which one
/// would see all of it.
extension _InlineModel {
  /// The attributes that are in memory.
  public var customMirror: Mirror {
    if let current = RowInstance.standIn(for: self) { return current.customMirror }
    let properties =
      _$statePointer.isMarked(.partial)
      ? [] : type(of: self).schemaMetadata.filter { !$0.name.isEmpty }
    let children = properties.indices.compactMap { index -> Mirror.Child? in
      let property = properties[index]
      let options = (property.metadata as? Schema.Attribute)?.options ?? []
      guard _$link(index) == nil, !options.contains(.externalStorage),
        let value = (self as Any)[keyPath: property.keypath]
      else { return nil }
      return (property.name, value)
    }
    return Mirror(
      self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
  }
}
