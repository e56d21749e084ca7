import CodableStorage
import Locks

/// The model classes that schemas were made of.
///
/// A property's type is known at run time only. Found here, it need not be cast to a protocol's type,
/// which `TypeMetadata` says the cost of.
enum KnownModels {
  private static let models = Mutex(TypeTable<any PersistentModel.Type>())

  /// Notes classes, so that `model(_:)` finds them quickly.
  static func add(_ types: [any PersistentModel.Type]) {
    models.withLock { models in
      for type in types { models.set(type, to: type) }
    }
  }

  /// The type as a model class; nil for other types.
  static func model(_ type: any Any.Type) -> (any PersistentModel.Type)? {
    guard type is AnyClass else { return nil }
    let identifier = ObjectIdentifier(type)
    if let known = models.withLock({ $0[identifier] }) { return known }
    return type as? any PersistentModel.Type
  }
}
