import Foundation

// The properties of a model as members of its snapshots. The compiler chooses the first overload
// that fits: models are not `Sendable`, and are represented by their identifiers.

extension ModelSnapshot {
  /// An attribute.
  ///
  /// Setting a property that is not stored has no effect; applying the snapshot then throws an
  /// error.
  ///
  /// - Complexity: O(1); looks up the name of the property.
  @_disfavoredOverload
  public subscript<Value: Sendable>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value>
  ) -> Value {
    get {
      let name = SnapshotProperties<Model>.name(of: keyPath)
      return value(name.flatMap { values[$0] }, name)
        ?? MissingValue.resolved(Value.self, keyPath: keyPath, in: Model.self)
    }
    set {
      guard let name = SnapshotProperties<Model>.name(of: keyPath) else { return note(keyPath) }
      values[name] = stored(newValue, name)
    }
  }

  /// An optional attribute.
  ///
  /// - Complexity: O(1); looks up the name of the property.
  @_disfavoredOverload
  public subscript<Value: Sendable>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, Value?>
  ) -> Value? {
    get {
      let name = SnapshotProperties<Model>.name(of: keyPath)
      return value(name.flatMap { values[$0] }, name)
    }
    set {
      guard let name = SnapshotProperties<Model>.name(of: keyPath) else { return note(keyPath) }
      values[name] = newValue.map { stored($0, name) } ?? .null
    }
  }

  /// The identifier of the model at the other end of a relationship; nil for none.
  public subscript<Other: PersistentModel>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, Other?>
  ) -> PersistentIdentifier? {
    get { target(keyPath) }
    set { setTarget(keyPath, newValue) }
  }

  /// The identifier of the model at the other end of a relationship; nil if the row has none.
  public subscript<Other: PersistentModel>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, Other>
  ) -> PersistentIdentifier? {
    get { target(keyPath) }
    set { setTarget(keyPath, newValue) }
  }

  /// The identifiers of the models at the other end of a relationship.
  public subscript<Other: PersistentModel>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, [Other]>
  ) -> [PersistentIdentifier] {
    get { members(keyPath) }
    set { setMembers(keyPath, newValue) }
  }

  /// The identifiers of the models at the other end of a relationship.
  public subscript<Other: PersistentModel>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Model, [Other]?>
  ) -> [PersistentIdentifier] {
    get { members(keyPath) }
    set { setMembers(keyPath, newValue) }
  }

  // MARK: - Attributes

  private func value<Value>(_ stored: SnapshotValue?, _ name: String?) -> Value? {
    switch stored {
    case .attribute(let value): value as? Value
    case .null: nil
    case .transformed(let data):
      name.flatMap(SnapshotProperties<Model>.transformer).flatMap {
        try? AttributeTransformer(named: $0).value(from: data, as: Value.self)
      }
    case .target, .members, .unreadable, nil: nil
    }
  }

  private mutating func stored<Value>(_ value: Value, _ name: String) -> SnapshotValue {
    if let transformer = SnapshotProperties<Model>.transformer(name) {
      do {
        return try AttributeTransformer(named: transformer).bytes(of: value)
          .map(SnapshotValue.transformed) ?? .null
      } catch {
        note(
          SwiftDataError.valueCannotBeStored.explained(
            "The value cannot be part of a snapshot.",
            entity: OpenSwiftData.entityName(of: Model.self), property: name,
            advice: SwiftDataError.advice(
              of: error, or: "Correct the property's value transformer."),
            underlying: error))
        return values[name] ?? .null
      }
    }
    func open<Stored: Codable>(_ type: Stored.Type) -> SnapshotValue? {
      (value as? Stored).map { .attribute($0) }
    }
    if let type = SnapshotProperties<Model>.codable(name), let stored = open(type) { return stored }
    note(
      SwiftDataError.unsupportedModel.explained(
        "Values of the type \(typeText(Value.self)) cannot be part of a snapshot.",
        entity: OpenSwiftData.entityName(of: Model.self), property: name,
        advice: "Make the type Codable."))
    return values[name] ?? .null
  }

  // MARK: - Relationships

  private func target(_ keyPath: AnyKeyPath) -> PersistentIdentifier? {
    SnapshotProperties<Model>.name(of: keyPath).flatMap { values[$0]?.identifiers.first }
  }

  private mutating func setTarget(_ keyPath: AnyKeyPath, _ target: PersistentIdentifier?) {
    guard let name = SnapshotProperties<Model>.name(of: keyPath) else { return note(keyPath) }
    values[name] = target.map(SnapshotValue.target) ?? .null
  }

  private func members(_ keyPath: AnyKeyPath) -> [PersistentIdentifier] {
    SnapshotProperties<Model>.name(of: keyPath).flatMap { values[$0]?.identifiers } ?? []
  }

  private mutating func setMembers(_ keyPath: AnyKeyPath, _ members: [PersistentIdentifier]) {
    guard let name = SnapshotProperties<Model>.name(of: keyPath) else { return note(keyPath) }
    values[name] = .members(members)
  }

  // MARK: - Failures

  private mutating func note(_ keyPath: AnyKeyPath) {
    note(
      SwiftDataError.unsupportedKeyPath.explained(
        "The property cannot be set in a snapshot: the model does not store it.",
        entity: OpenSwiftData.entityName(of: Model.self), property: keyPath.readable,
        advice: "Set stored properties only."))
  }

  private mutating func note(_ error: SwiftDataError) { failure = failure ?? error }
}
