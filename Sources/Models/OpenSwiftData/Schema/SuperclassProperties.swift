/// Stored properties that a model inherits from a class that is not a model.
///
/// They are not stored. Generated code does not know them, so an instance created for a row has the
/// values that the superclass's `init()` sets.
enum SuperclassProperties {
  /// The names of these properties, with the superclass; nil if the model inherits none.
  ///
  /// Creates an instance, as the first fetch does, because only an instance shows the properties of
  /// its class.
  static func lost(by type: any PersistentModel.Type) -> (
    superclass: any Any.Type, names: [String]
  )? {
    guard let superclass = _getSuperclass(type), !(superclass is any PersistentModel.Type),
      let generated = type._generatedType
    else { return nil }
    let names = names(above: generated)
    return names.isEmpty ? nil : (superclass, names)
  }

  private static func names<Model: _GeneratedModel>(above type: Model.Type) -> [String] {
    // This mirror replaces the model's own, which hides the superclasses.
    let model = Mirror(
      Model(_materializing: _Materialization()), children: EmptyCollection<Mirror.Child>(),
      displayStyle: .class, ancestorRepresentation: .generated)
    let ancestors = sequence(first: model, next: \.superclassMirror).dropFirst()
    return ancestors.reversed().flatMap { $0.children.compactMap(\.label) }
      .filter { $0 != "_$observationRegistrar" }.map(declaredName)
  }

  /// The name of a property in the source, from the name of its storage.
  private static func declaredName(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
  }
}

extension SchemaReflection {
  /// Reports stored properties that a model inherits from a class that is not a model.
  mutating func checkSuperclass(of type: any PersistentModel.Type, named entity: String) {
    guard let (superclass, names) = SuperclassProperties.lost(by: type) else { return }
    let model = _typeName(superclass, qualified: false)
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let properties = names.count == 1 ? "property \(list)" : "properties \(list)"
    problems.append(
      .unsupportedModel.explained(
        "\(entity) inherits the stored \(properties) from \(model), which is not a "
          + "model. The inherited values would not be stored.",
        entity: entity,
        advice:
          "Write @Model before \(model), move the stored properties into \(entity), or make them "
          + "computed or static."))
  }
}
