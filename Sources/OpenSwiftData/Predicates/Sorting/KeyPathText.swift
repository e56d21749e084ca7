import CodableStorage

/// A key path as a text of its components.
///
/// Key paths can be joined and compared, but not taken apart, and one that reads through an
/// optional cannot be put together from its parts. Their descriptions can: each component is told by
/// its name, or by the function that computes it. Where a description says something else than
/// expected nothing is found, and objects are sorted in memory: in optimized programs of several files
/// the function that is named for a literal in the model's own file is another than elsewhere.
struct KeyPathText {
  private(set) var components: Substring
  /// nil where it is not known.
  private var valueType: (any Any.Type)?

  /// nil where the description does not begin with the type.
  init?(_ keyPath: AnyKeyPath) {
    let text = keyPath.debugDescription
    let root = "\\\(type(of: keyPath).rootType)"
    guard text.hasPrefix(root) else { return nil }
    components = text.dropFirst(root.count)
    valueType = type(of: keyPath).valueType
  }

  /// What follows `start`; nil where the key path does not begin with it.
  func dropping(first start: KeyPathText) -> KeyPathText? {
    guard components.hasPrefix(start.components) else { return nil }
    var rest = self
    rest.components = components.dropFirst(start.components.count)
    return rest
  }

  /// What comes before `end`; nil where the key path does not end with it.
  func dropping(last end: KeyPathText) -> KeyPathText? {
    guard components.hasSuffix(end.components) else { return nil }
    var start = self
    start.components = components.dropLast(end.components.count)
    start.valueType = nil
    return start
  }

  /// What follows the unwrapping of an optional; all of it where nothing is unwrapped first.
  var unwrapped: KeyPathText {
    guard let first = components.first, first == "?" || first == "!" else { return self }
    var rest = self
    rest.components = components.dropFirst()
    return rest
  }

  /// Whether the types allow that the key path is `other`; descriptions are costly.
  func mayLead(to other: AnyKeyPath) -> Bool {
    guard let valueType else { return true }
    let wrapped = TypeMetadata.wrappedType(of: valueType)
    let type = type(of: other).valueType
    return type == valueType || type == wrapped
  }

  /// Whether the key path is `other`, its value wrapped in an optional if need be.
  func leadsWhere(_ other: KeyPathText) -> Bool {
    guard let rest = dropping(first: other) else { return false }
    return rest.components.isEmpty || rest.components == "?"
  }
}
