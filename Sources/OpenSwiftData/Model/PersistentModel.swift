import Foundation
import Observation

/// A class whose instances a store keeps.
///
/// Attach `@Model` to a class to conform it; conforming by hand is possible and slower, since the
/// values then live in the backing data.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The model at the top of the inheritance tree; the type itself where there is none above it.
  associatedtype Root: PersistentModel = Self

  /// Makes an instance whose values come from `backingData`.
  init(backingData: any BackingData<Self>)

  /// The values of the instance, by key path.
  var persistentBackingData: any BackingData<Self> { get set }

  /// What the model's stored properties are.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// The type, where `@Model` wrote its storage; nil for one written by hand.
  ///
  /// A requirement and not a cast, for which the runtime would search the whole program.
  static var _inlineType: (any _InlineModel.Type)? { get }
}

extension PersistentModel {
  /// Nil: the type was written by hand.
  public static var _inlineType: (any _InlineModel.Type)? { nil }
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
