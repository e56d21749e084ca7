import CodableStorage
import Locks

/// The model classes that schemas were created from.
///
/// The type of a property is known only at run time. A type that is found here need not be cast to
/// a protocol type; `TypeMetadata` documents the cost of that.
enum KnownModels {
  private struct Models {
    var byType = TypeTable<any PersistentModel.Type>()
    /// The classes in the order in which they were added.
    var all: [any PersistentModel.Type] = []
    /// The first `namedCount` of the classes by the names of their entities.
    var byName: [String: [any PersistentModel.Type]] = [:]
    var namedCount = 0
  }

  private static let models = Mutex(Models())

  /// Records classes, so that `model(_:)` finds them quickly.
  static func add(_ types: [any PersistentModel.Type]) {
    models.withLock { models in
      for type in types where models.byType[type] == nil {
        models.byType.set(type, to: type)
        models.all.append(type)
      }
    }
  }

  /// The classes whose entity has a name, in the order in which they were added; several if a model
  /// has versions.
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
