import CodableStorage
import Locks

/// The model classes that schemas were made of.
///
/// A property's type is known at run time only. Found here, it need not be cast to a protocol's type,
/// which `TypeMetadata` says the cost of.
enum KnownModels {
  private struct Models {
    var byType = TypeTable<any PersistentModel.Type>()
    /// The same in the order in which they were noted.
    var all: [any PersistentModel.Type] = []
    /// The first `namedCount` of them by the names of their entities.
    var byName: [String: [any PersistentModel.Type]] = [:]
    var namedCount = 0
  }

  private static let models = Mutex(Models())

  /// Notes classes, so that `model(_:)` finds them quickly.
  static func add(_ types: [any PersistentModel.Type]) {
    models.withLock { models in
      for type in types where models.byType[type] == nil {
        models.byType.set(type, to: type)
        models.all.append(type)
      }
    }
  }

  /// The classes whose entity has that name, the last noted last; several where there are versions of
  /// a model.
  static func models(named name: String) -> [any PersistentModel.Type] {
    models.withLock { models in
      for type in models.all[models.namedCount...] {
        models.byName[entityName(of: type), default: []].append(type)
      }
      models.namedCount = models.all.count
      return models.byName[name] ?? []
    }
  }

  /// The type as a model class; nil for other types.
  static func model(_ type: any Any.Type) -> (any PersistentModel.Type)? {
    guard type is AnyClass else { return nil }
    let identifier = ObjectIdentifier(type)
    if let known = models.withLock({ $0.byType[identifier] }) { return known }
    return type as? any PersistentModel.Type
  }
}
