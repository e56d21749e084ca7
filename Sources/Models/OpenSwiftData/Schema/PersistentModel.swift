import Foundation
import Observation

/// A class whose instances are kept in a store.
///
/// Attach `@Model` to a class to conform it. Conforming by hand is possible but slower, since the
/// values are then kept in the backing data.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The model at the top of the inheritance tree; the type itself if it does not inherit from a
  /// model.
  associatedtype Root: PersistentModel = Self

  /// Creates an instance whose values come from `backingData`.
  init(backingData: any BackingData<Self>)

  /// The values of the instance, by key path.
  var persistentBackingData: any BackingData<Self> { get set }

  /// Descriptions of the model's stored properties.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// The type, if `@Model` generated its storage; nil for a hand-written type.
  ///
  /// A requirement instead of a cast, for which the runtime would search the whole program.
  static var _generatedType: (any _GeneratedModel.Type)? { get }

  /// The library's class for the binding of the model to its table.
  static var _bindingClass: AnyClass { get }
}

extension PersistentModel {
  /// Nil: the type is hand-written.
  public static var _generatedType: (any _GeneratedModel.Type)? { nil }
}

/// A collection of models that a to-many relationship holds.
public protocol RelationshipCollection {
  /// The model at the other end of the relationship.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The model at the other end of the relationship.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  /// The model at the other end of the relationship.
  public typealias PersistentElement = Wrapped.Element
}
