/// What a save does if an inserted model has the unique values of a model that is already there.
///
/// That is one of the store, or one that the same save has inserted before. Changes that give a
/// stored model the unique value of another are not concerned: the later value wins, and the other
/// model is deleted.
///
/// All of a constraint's properties count, including to-one relationships, and no constraint
/// applies if one of them is nil. A constraint of a superclass concerns all models of its
/// subclasses.
///
/// > Note: SwiftData has no such type; it always does what ``upsert`` does.
public enum InsertionPolicy: Hashable, Sendable {
  /// The existing row gets the values of the inserted model, which becomes its instance.
  case upsert
  /// The save throws `SwiftDataError.uniqueValueIsTaken` and writes nothing.
  ///
  /// The error names the constraint, the values and the existing model (`uniqueValueConflict`). If
  /// several contexts or processes insert the same values at once, one of them succeeds.
  case fail
  /// The existing row stays as it is, and the inserted model becomes its instance: it gets the row's
  /// identifier and values.
  ///
  /// Relationships of other models to the inserted model lead to the existing row. Its own to-one
  /// relationships are not written, so in a one-to-one relationship the row keeps its partner, or
  /// none. If the existing row is of another class, the save fails as with ``fail``. If several rows
  /// have values of the model, that of the constraint declared first counts.
  case keepExisting
}

/// The unique values of an inserted model that another model already has.
///
/// > Note: SwiftData has no such type.
public struct UniqueValueConflict: Sendable {
  /// The name of the inserted model's entity.
  public let entityName: String
  /// The properties of the violated constraint, in its order.
  public let properties: [Property]
  /// The identifier of the existing model; nil if the same save inserts it.
  public let existingModelID: PersistentIdentifier?

  /// A property of the constraint.
  public struct Property: Sendable {
    /// The name of the property.
    public let name: String
    let content: SnapshotValue?

    /// The value of both models: that of an attribute, or the `PersistentIdentifier` of a target.
    public var value: Any? { content?.content }
  }
}

extension SwiftDataError {
  /// The values of an error `uniqueValueIsTaken`, with the existing model; nil for any other error.
  public var uniqueValueConflict: UniqueValueConflict? { details as? UniqueValueConflict }

  /// The error of a save that does not insert a model.
  static func taken(_ conflict: UniqueValueConflict, isOfSameEntity: Bool) -> SwiftDataError {
    let other =
      conflict.existingModelID?.rowName ?? "another new model inserted by the same save"
    let values = conflict.properties.map { "\($0.name) = \($0.content?.text ?? "nil")" }
    let list = values.joined(separator: ", ")
    let reason = isOfSameEntity ? "" : ", and is of another class"
    return uniqueValueIsTaken.explained(
      "Nothing was saved: the new \(conflict.entityName) has the unique values \(list), which "
        + "\(other) already has\(reason).",
      entity: conflict.entityName,
      property: conflict.properties.map(\.name).joined(separator: ", "),
      advice: "Use the existing model, give the new one other values, or insert it with another "
        + "InsertionPolicy.",
      details: conflict)
  }
}
