/// A set of instances, in insertion order.
struct TouchedModels {
  private(set) var models: [any PersistentModel] = []
  private var known: Set<ObjectIdentifier> = []

  var isEmpty: Bool { models.isEmpty }
  var count: Int { models.count }

  mutating func insert(_ model: any PersistentModel) {
    if known.insert(ObjectIdentifier(model)).inserted { models.append(model) }
  }

  mutating func formUnion(_ other: TouchedModels) {
    for model in other.models { insert(model) }
  }

  func contains(_ object: AnyObject) -> Bool {
    if models.count == 1 { return models[0] === object }
    return known.contains(ObjectIdentifier(object))
  }
}
