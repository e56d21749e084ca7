/// The reflection that `Mirror`, `dump` and debuggers show of a model: its attributes, by name.
///
/// An instance whose values are not loaded shows none, and values in files are left out, since
/// inspecting a model must not read from its store. Relationships are left out too, since they
/// would lead through the whole store.
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
