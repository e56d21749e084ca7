import Foundation

@testable import OpenSwiftData

/// Composes random predicates over related models, but none that Foundation rejects.
struct GraphGenerator {
  var random: RandomValues
  let store: GraphStore
  /// Values of models from enclosing closures, which nested closures may use.
  private var outerInts: [Node<Int>] = []
  private var outerStrings: [Node<String>] = []
  private var outerModels: [(type: ObjectIdentifier, model: Any)] = []

  init(_ random: RandomValues, _ store: GraphStore) {
    self.random = random
    self.store = store
  }

  static func predicate<Model: GraphModel>(
    for _: Model.Type, seed: UInt64, depth: Int, in store: GraphStore
  ) -> Predicate<Model> {
    Predicate<Model> { model in
      var generator = GraphGenerator(RandomValues(seed: seed), store)
      return generator.closure(model, depth)
    }
  }

  /// Generates the condition of a closure; nested closures may use its parameter.
  private mutating func closure<Model: GraphModel>(
    _ model: Node<Model>, _ depth: Int
  ) -> Node<Bool> {
    outerInts.append(Build.path(model, random.one(of: Model.ints)))
    outerStrings.append(Build.path(model, random.one(of: Model.strings)))
    outerModels.append((ObjectIdentifier(Model.self), model))
    defer {
      outerInts.removeLast()
      outerStrings.removeLast()
      outerModels.removeLast()
    }
    return condition(model, depth)
  }

  mutating func condition<Model: GraphModel>(_ model: Node<Model>, _ depth: Int) -> Node<Bool> {
    guard depth > 0 else { return leaf(model) }
    switch random.below(10) {
    case 0: return Build.and(condition(model, depth - 1), condition(model, depth - 1))
    case 1: return Build.or(condition(model, depth - 1), condition(model, depth - 1))
    case 2: return Build.not(condition(model, depth - 1))
    case 3: return Build.choose(leaf(model), condition(model, depth - 1), leaf(model))
    default: return random.one(of: Model.links).condition(&self, model, depth - 1)
    }
  }

  // MARK: One model

  private mutating func leaf<Model: GraphModel>(_ model: Node<Model>) -> Node<Bool> {
    switch random.below(9) {
    case 0: return Build.compare(int(model), int(model), comparison())
    case 1: return Build.equal(int(model), int(model))
    case 2: return Build.differ(optionalInt(model), optionalInt(model))
    case 3: return Build.equal(optionalString(model), optionalString(model))
    case 4: return Build.contains(string(model), string(model))
    case 5: return Build.differ(string(model), string(model))
    case 6:
      guard let flag = Model.flags.first else { return Build.value(random.bool()) }
      return Build.path(model, flag)
    case 7:
      return Build.equal(GraphBuild.identifier(model), Build.value(identifier(of: Model.self)))
    default:
      let other: Node<Model>? = outerModel()
      return other.map { Build.equal(model, $0) } ?? Build.isIn([1, 3], int(model))
    }
  }

  private mutating func comparison() -> PredicateExpressions.ComparisonOperator {
    random.one(of: [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual])
  }

  private mutating func int<Model: GraphModel>(_ model: Node<Model>) -> Node<Int> {
    switch random.below(4) {
    case 0: Build.value(random.below(5))
    case 1: outerInts.randomElement(using: &random.generator) ?? Build.value(1)
    default: Build.path(model, random.one(of: Model.ints))
    }
  }

  private mutating func string<Model: GraphModel>(_ model: Node<Model>) -> Node<String> {
    switch random.below(4) {
    case 0: Build.value(random.word())
    case 1: outerStrings.randomElement(using: &random.generator) ?? Build.value("a")
    default: Build.path(model, random.one(of: Model.strings))
    }
  }

  private mutating func optionalInt<Model: GraphModel>(_ model: Node<Model>) -> Node<Int?> {
    guard random.below(3) > 0, let path = Model.optionalInts.first else {
      return Build.value(random.optional { $0.below(4) })
    }
    return Build.path(model, path)
  }

  private mutating func optionalString<Model: GraphModel>(_ model: Node<Model>) -> Node<String?> {
    guard random.below(3) > 0, let path = Model.optionalStrings.first else {
      return random.bool()
        ? Build.promote(string(model)) : Build.value(random.optional { $0.word() })
    }
    return Build.path(model, path)
  }

  /// Usually an identifier of that type, sometimes one of another type, which may have the same
  /// key.
  private mutating func identifier<Model: GraphModel>(of type: Model.Type) -> PersistentIdentifier {
    if random.below(6) == 0 { return random.one(of: store.tags).persistentModelID }
    return random.one(of: Model.all(in: store)).persistentModelID
  }

  private func outerModel<Model: GraphModel>() -> Node<Model>? {
    outerModels.last { $0.type == ObjectIdentifier(Model.self) }?.model as? Node<Model>
  }

  // MARK: Related models

  mutating func optionalModel<Model: GraphModel>(
    _ model: Node<Model?>, _ depth: Int
  ) -> Node<Bool> {
    switch random.below(11) {
    case 0: return GraphBuild.isNil(model)
    case 1: return Build.isNil(model)
    case 2:
      let wanted = random.below(3) == 0 ? nil : identifier(of: Model.self)
      return Build.equal(GraphBuild.optionalIdentifier(model), Build.value(wanted))
    case 3:
      let identifiers =
        [identifier(of: Model.self), identifier(of: Model.self)]
        + [nil].prefix(
          random.below(2))
      return Build.isIn(identifiers, GraphBuild.optionalIdentifier(model))
    case 4:
      let test = condition(Build.unwrap(model), depth)
      return random.bool() ? test : Build.and(GraphBuild.isNotNil(model), test)
    case 5:
      guard let other: Node<Model> = outerModel() else { return GraphBuild.isNotNil(model) }
      return Build.equal(model, Build.promote(other))
    case 6: return optionalValue(model)
    case 7 where depth > 0:
      return random.one(of: Model.links).optionalCondition(&self, model, depth - 1)
    default: return isTrue(GraphBuild.map(model) { condition($0, depth) })
    }
  }

  private mutating func optionalValue<Model: GraphModel>(_ model: Node<Model?>) -> Node<Bool> {
    let name = Build.mapPath(model, random.one(of: Model.strings))
    let number = Build.mapPath(model, random.one(of: Model.ints))
    switch random.below(5) {
    case 0: return Build.equal(name, Build.value(random.optional { $0.word() }))
    case 1: return Build.differ(name, Build.value(random.optional { $0.word() }))
    case 2: return Build.compare(Build.coalesce(number, Build.value(2)), outer(), comparison())
    case 3:
      guard let path = Model.optionalInts.first else { return GraphBuild.isNil(number) }
      let rank = Build.mapOptionalPath(model, path)
      return random.bool() ? Build.equal(rank, number) : GraphBuild.isNil(rank)
    default: return isTrue(Build.mapContains(name, Build.value(random.word())))
    }
  }

  private mutating func outer() -> Node<Int> {
    outerInts.randomElement(using: &random.generator) ?? Build.value(2)
  }

  /// Converts an optional Boolean to a Boolean in one of several ways.
  private mutating func isTrue(_ value: Node<Bool?>) -> Node<Bool> {
    switch random.below(4) {
    case 0: Build.coalesce(value, Build.value(false))
    case 1: Build.coalesce(value, Build.value(true))
    case 2: Build.differ(value, Build.value(random.optional { $0.bool() }))
    default: Build.equal(value, Build.value(random.optional { $0.bool() }))
    }
  }

  mutating func models<Model: GraphModel>(_ models: Node<[Model]>, _ depth: Int) -> Node<Bool> {
    switch random.below(12) {
    case 0, 1, 2: return GraphBuild.contains(models) { closure($0, depth) }
    case 3, 4: return GraphBuild.allSatisfy(models) { closure($0, depth) }
    case 5: return Build.path(filtered(models, depth), \.isEmpty)
    case 6:
      let count = Build.path(filtered(models, depth), \[Model].count)
      return Build.compare(count, Build.value(random.below(3)), comparison())
    case 7: return Build.path(models, \.isEmpty)
    case 8: return Build.compare(Build.path(models, \[Model].count), outer(), comparison())
    case 9:
      let other: Node<Model>? = outerModel()
      guard let other else { return Build.not(Build.path(models, \.isEmpty)) }
      return GraphBuild.contains(models, element: other)
    case 10: return GraphBuild.isNil(Build.path(filtered(models, depth), \[Model].first))
    default: return GraphBuild.contains(filtered(models, 0)) { closure($0, depth) }
    }
  }

  private mutating func filtered<Model: GraphModel>(
    _ models: Node<[Model]>, _ depth: Int
  ) -> Node<[Model]> {
    GraphBuild.filter(models) { closure($0, depth) }
  }

  mutating func optionalModels<Model: GraphModel>(
    _ models: Node<[Model]?>, _ depth: Int
  ) -> Node<Bool> {
    switch random.below(6) {
    case 0: return GraphBuild.isNil(models)
    case 1: return isTrue(Build.mapPath(models, \.isEmpty))
    case 2:
      let count = Build.mapPath(models, \[Model].count)
      return Build.equal(count, Build.value(random.optional { $0.below(3) }))
    default: return isTrue(GraphBuild.map(models) { self.models($0, depth) })
    }
  }
}
