import Foundation

@testable import OpenSwiftData

/// Set operations on the rows of a descriptor, and the same operations on models.
struct RowOperations {
  typealias Test = (RowOperations) throws -> Bool

  let descriptor: FetchDescriptor<Row>
  let models: [Row]
  private let context: ModelContext
  private let reader: ModelContext
  private let binding: EntityBinding
  private let bindings: ContainerBindings

  init(_ descriptor: FetchDescriptor<Row>, in store: RowStore) throws {
    self.descriptor = descriptor
    reader = ModelContext(store.container)
    context = ModelContext(store.container)
    models = try reader.fetch(descriptor)
    bindings = store.container.core.bindings
    binding = try bindings.binding(for: Row.self)
  }

  /// All operations by name, and whether their results in the store and in memory are equal.
  static var all: [(name: String, isSame: Test)] {
    keys + extremes + numbers + [
      ("two groups", { try $0.groupsAreSame(\.optionalName, \.optionalDecimal) }),
      ("two more groups", { try $0.groupsAreSame(\.place, \.optionalStatus) }),
      ("several", { try $0.severalAreSame() }),
    ]
  }

  private static var keys: [(name: String, isSame: Test)] {
    [
      key("int", \.int), key("optionalInt", \.optionalInt), key("tiny", \.tiny),
      key("unsigned", \.unsigned), key("optionalUnsigned", \.optionalUnsigned),
      key("double", \.double), key("optionalDouble", \.optionalDouble), key("float", \.float),
      key("decimal", \.decimal), key("optionalDecimal", \.optionalDecimal), key("flag", \.flag),
      key("optionalFlag", \.optionalFlag), key("name", \.name),
      key("optionalName", \.optionalName), key("date", \.date),
      key("optionalDate", \.optionalDate), key("uuid", \.uuid),
      key("optionalUUID", \.optionalUUID), key("url", \.url), key("data", \.data),
      key("status", \.status), key("optionalStatus", \.optionalStatus), key("mood", \.mood),
      key("address", \.address), key("place", \.place), key("address.city", \.address.city),
    ]
  }

  private static var extremes: [(name: String, isSame: Test)] {
    [
      extreme("int", .minimum(\.int), .maximum(\.int)),
      extreme("optionalInt", .minimum(\.optionalInt), .maximum(\.optionalInt)),
      extreme("tiny", .minimum(\.tiny), .maximum(\.tiny)),
      extreme("unsigned", .minimum(\.unsigned), .maximum(\.unsigned)),
      extreme("optionalUnsigned", .minimum(\.optionalUnsigned), .maximum(\.optionalUnsigned)),
      extreme("double", .minimum(\.double), .maximum(\.double)),
      extreme("optionalDouble", .minimum(\.optionalDouble), .maximum(\.optionalDouble)),
      extreme("float", .minimum(\.float), .maximum(\.float)),
      extreme("decimal", .minimum(\.decimal), .maximum(\.decimal)),
      extreme("optionalDecimal", .minimum(\.optionalDecimal), .maximum(\.optionalDecimal)),
      extreme("date", .minimum(\.date), .maximum(\.date)),
      extreme("optionalDate", .minimum(\.optionalDate), .maximum(\.optionalDate)),
      extreme("uuid", .minimum(\.uuid), .maximum(\.uuid)),
      extreme("optionalUUID", .minimum(\.optionalUUID), .maximum(\.optionalUUID)),
      extreme("status", .minimum(\.status), .maximum(\.status)),
      extreme("optionalStatus", .minimum(\.optionalStatus), .maximum(\.optionalStatus)),
      // In memory, `<` on strings is used, which is not a strict order.
      ("extremes of name", { try $0.extremesOfTextsAreSame() }),
    ]
  }

  private static var numbers: [(name: String, isSame: Test)] {
    [
      numbers("int", .average(\.int)), numbers("small", .sum(\.small)),
      numbers("optionalInt", .average(\.optionalInt)), numbers("tiny", .sum(\.tiny)),
      numbers("unsigned", .average(\.unsigned)),
      numbers("optionalUnsigned", .average(\.optionalUnsigned)),
      ("sum of double", { try $0.sumsAreSame(.sum(\.double)) { $0.double } }),
      (
        "sum of optionalDouble",
        { try $0.sumsAreSame(.sum(\.optionalDouble)) { $0.optionalDouble } }
      ),
      ("sum of float", { try $0.sumsAreSame(.sum(\.float)) { Double($0.float) } }),
    ]
  }

  private static func key<Value: Hashable>(
    _ name: String, _ keyPath: KeyPath<Row, Value>
  ) -> (name: String, isSame: Test) {
    (name, { try $0.groupsAreSame(keyPath) && $0.valuesAreSame(keyPath) })
  }

  private static func extreme<Value>(
    _ name: String, _ least: Aggregate<Row, Value>, _ greatest: Aggregate<Row, Value>
  ) -> (name: String, isSame: Test) {
    ("extremes of \(name)", { try $0.resultsAreSame(least) && $0.resultsAreSame(greatest) })
  }

  private static func numbers<Value>(
    _ name: String, _ aggregate: Aggregate<Row, Value>
  ) -> (name: String, isSame: Test) {
    ("total of \(name)", { try $0.resultsAreSame(aggregate) })
  }
}

extension RowOperations {
  private func valuesAreSame<Value: Hashable>(_ keyPath: KeyPath<Row, Value>) throws -> Bool {
    let found = try context.fetch(descriptor, selecting: \.id, keyPath)
    guard found.map(\.0) == models.map(\.id),
      zip(found, models).allSatisfy({ isSame($0.1, $1[keyPath: keyPath]) })
    else { return false }
    guard binding.attributeNumber(of: keyPath) != nil else { return true }
    return try resultsAreSame(Aggregate.countDistinct(keyPath))
  }

  private func groupsAreSame<Value: Hashable>(_ keyPath: KeyPath<Row, Value>) throws -> Bool {
    let grouping = Grouping<Row>(binding, in: bindings)
    _ = try grouping.add(keyPath)
    let groups = try grouping.groups(of: models)
    let found = try context.aggregate(
      descriptor, groupedBy: keyPath, computing: .count, .countDistinct(\.name), .maximum(\.id))
    let values = try context.fetch(descriptor, selectingDistinct: keyPath)
    return found.count == groups.count && values.count == groups.count
      && zip(found, groups).allSatisfy { found, models in
        isSame(found.key, models[0][keyPath: keyPath]) && found.values.0 == models.count
          && found.values.1 == Set(models.map(\.name)).count
          && found.values.2 == models.map(\.id).max()
      }
      && zip(values, groups).allSatisfy { isSame($0, $1[0][keyPath: keyPath]) }
  }

  private func groupsAreSame<Value: Hashable, Other: Hashable>(
    _ keyPath: KeyPath<Row, Value>, _ other: KeyPath<Row, Other>
  ) throws -> Bool {
    let grouping = Grouping<Row>(binding, in: bindings)
    _ = try grouping.add(keyPath)
    _ = try grouping.add(other)
    let groups = try grouping.groups(of: models)
    let found = try context.aggregate(
      descriptor, groupedBy: keyPath, other, computing: .count, .sum(\.small))
    return found.count == groups.count
      && zip(found, groups).allSatisfy { found, models in
        isSame(found.key.0, models[0][keyPath: keyPath])
          && isSame(found.key.1, models[0][keyPath: other]) && found.values.0 == models.count
          && found.values.1 == models.reduce(0) { $0 + $1.small }
      }
  }

  private func severalAreSame() throws -> Bool {
    let found = try context.aggregate(
      descriptor, .count, .count(\.place), .count(\.optionalFlag), .minimum(\.optionalUUID),
      .average(\.small))
    return found.0 == models.count && found.1 == models.count { $0.place != nil }
      && found.2 == models.count { $0.optionalFlag != nil }
      && found.3 == models.compactMap(\.optionalUUID).min()
      && found.4
        == (models.isEmpty
          ? nil : Double(models.reduce(0) { $0 + $1.small }) / Double(models.count))
  }

  private func resultsAreSame<Value>(_ aggregate: Aggregate<Row, Value>) throws -> Bool {
    let expected = Result { try aggregate.reduce(binding, models) }
    let found = Result { try context.aggregate(descriptor, aggregate) }
    switch (found, expected) {
    case (.success(let found), .success(let expected)): return isSame(found, expected)
    case (.failure(let found), .failure(let expected)):
      return (found as? SwiftDataError) == (expected as? SwiftDataError)
    default: return false
    }
  }

  private func extremesOfTextsAreSame() throws -> Bool {
    func inOrder(_ texts: [String]) -> [String] {
      texts.sorted { left, right in
        let (left, right) = (
          left.precomposedStringWithCanonicalMapping, right.precomposedStringWithCanonicalMapping
        )
        return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      }
    }
    let (names, others) = (
      inOrder(models.map(\.name)), inOrder(models.compactMap(\.optionalName))
    )
    let found = try context.aggregate(
      descriptor, .minimum(\.name), .maximum(\.name), .minimum(\.optionalName),
      .maximum(\.optionalName))
    return found == (names.first, names.last, others.first, others.last)
  }

  /// Sums may depend on the order of addition.
  private func sumsAreSame(
    _ aggregate: Aggregate<Row, Double>, _ number: (Row) -> Double?
  ) throws -> Bool {
    let found = try context.aggregate(descriptor, aggregate)
    let expected = try aggregate.reduce(binding, models)
    let size = models.lazy.compactMap(number).reduce(0) { $0 + $1.magnitude }
    return isSame(found, expected) || abs(found - expected) <= size * 1e-12
  }

  /// Whether both values are equal; NaN equals NaN.
  private func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? AnyHashable, let right = right as? AnyHashable, left == right {
      return true
    }
    // The sign of NaN is ignored.
    func text(_ value: Value) -> String {
      String(describing: value).replacing("-nan", with: "nan")
    }
    return text(left) == text(right)
  }
}
