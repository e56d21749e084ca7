import Foundation

/// The properties and constants of one type.
struct Domain<Value: Codable & Comparable & Sendable> {
  var properties: [any KeyPath<Row, Value> & Sendable]
  var optionals: [any KeyPath<Row, Value?> & Sendable]
  var constant: (inout RandomValues) -> Value
}

/// Composes random predicates from all nodes, except combinations that make Foundation trap.
struct PredicateGenerator {
  var random: RandomValues
  let row: PredicateExpressions.Variable<Row>

  mutating func condition(_ depth: Int) -> Node<Bool> {
    guard depth > 0 else { return leaf() }
    switch random.below(10) {
    case 8:
      let (seed, texts) = (random.generator.next(), random.texts)
      let predicate = Predicate<Row> { row in
        var generator = PredicateGenerator(random: RandomValues(seed: seed, texts), row: row)
        return generator.condition(depth - 1)
      }
      return Build.evaluate(predicate, row)
    case 0, 1: return Build.and(condition(depth - 1), condition(depth - 1))
    case 2, 3: return Build.or(condition(depth - 1), condition(depth - 1))
    case 4: return Build.not(condition(depth - 1))
    case 5:
      return Build.choose(condition(depth - 1), condition(depth - 1), condition(depth - 1))
    case 6: return Build.equal(condition(depth - 1), condition(depth - 1))
    case 7: return optionalCondition(depth)
    default: return leaf()
    }
  }

  private mutating func optionalCondition(_ depth: Int) -> Node<Bool> {
    let optional: Node<Bool?>
    switch random.below(5) {
    case 0: optional = Build.path(row, \.optionalFlag)
    case 1: optional = Build.mapTo(Build.path(row, \.optionalInt), condition(depth - 1))
    case 2: optional = Build.mapContains(Build.path(row, \.optionalName), string())
    case 3 where random.bool(): optional = Build.promote(condition(depth - 1))
    case 3:
      optional = Build.choose(
        condition(depth - 1), Build.path(row, \.optionalFlag), Build.value(nil as Bool?))
    default: optional = optionalComparison()
    }
    switch random.below(7) {
    case 5: return Build.isNil(optional)
    case 6:
      let fallback = Build.path(row, \.optionalFlag)
      return Build.coalesce(Build.coalesceOptional(optional, fallback), Build.value(true))
    case 0: return Build.coalesce(optional, condition(depth - 1))
    case 1: return Build.coalesce(optional, Build.value(random.bool()))
    case 2: return Build.equal(optional, Build.value(random.optional { $0.bool() }))
    case 3: return Build.differ(optional, Build.value(random.optional { $0.bool() }))
    default: return Build.equal(optional, Build.path(row, \.optionalFlag))
    }
  }

  private mutating func optionalComparison() -> Node<Bool?> {
    switch random.below(5) {
    case 0: optionalComparison(Domains.ints)
    case 1: optionalComparison(Domains.doubles)
    case 2: optionalComparison(Domains.strings)
    case 3: optionalComparison(Domains.dates)
    default: optionalComparison(Domains.unsigneds)
    }
  }

  private mutating func optionalComparison<Value>(_ domain: Domain<Value>) -> Node<Bool?> {
    let wrapped = optional(domain)
    switch random.below(hasOrder(domain) ? 4 : 3) {
    case 0: return Build.mapEqual(wrapped, scalar(domain))
    case 1: return Build.mapNotEqual(wrapped, scalar(domain))
    case 2: return Build.mapBoth(wrapped, optional(domain))
    default:
      let condition = random.bool() ? leaf() : nil
      return Build.mapCompare(wrapped, scalar(domain), or: condition)
    }
  }

  mutating func leaf() -> Node<Bool> {
    switch random.below(18) {
    case 16: test(Domains.decimals)
    case 17: comparedText()
    case 0: test(Domains.ints)
    case 1: test(Domains.tinies)
    case 2: test(Domains.unsigneds)
    case 3: test(Domains.doubles)
    case 4: test(Domains.floats)
    case 5, 6: test(Domains.strings)
    case 7: test(Domains.dates)
    case 8: test(Domains.uuids)
    case 9: test(Domains.statuses)
    case 10: arithmetic()
    case 11, 12: text()
    case 13: composite()
    case 14: flag()
    default: equality()
    }
  }

  private mutating func flag() -> Node<Bool> {
    switch random.below(4) {
    case 0: Build.path(row, \.flag)
    case 1: Build.equal(Build.path(row, \.flag), Build.value(random.bool()))
    case 2: Build.differ(Build.path(row, \.flag), Build.value(random.bool()))
    default: Build.value(random.bool())
    }
  }

  // MARK: One type

  mutating func scalar<Value>(_ domain: Domain<Value>) -> Node<Value> {
    switch random.below(10) {
    case 0..<5: return Build.path(row, random.one(of: domain.properties))
    case 5..<8: return Build.value(domain.constant(&random))
    case 8 where random.below(3) == 0 && !domain.optionals.isEmpty:
      // Not a nil constant: unwrapping one would be an error in the program.
      return Build.unwrap(Build.path(row, random.one(of: domain.optionals)))
    case 8: return Build.coalesce(optional(domain), Build.value(domain.constant(&random)))
    default:
      return Build.choose(
        Build.path(row, \.flag), Build.path(row, random.one(of: domain.properties)),
        Build.value(domain.constant(&random)))
    }
  }

  mutating func optional<Value>(_ domain: Domain<Value>) -> Node<Value?> {
    let property = domain.optionals.randomElement(using: &random.generator)
    switch (random.below(6), property) {
    case (0..<4, let property?): return Build.path(row, property)
    case (4, let property?):
      return Build.mapChoose(
        Build.path(row, property), Build.value(domain.constant(&random)),
        Build.path(row, random.one(of: domain.properties)))
    case (5, let property?) where random.bool():
      return Build.coalesceOptional(Build.path(row, property), Build.promote(scalar(domain)))
    default: return Build.value(random.optional { domain.constant(&$0) })
    }
  }

  private mutating func test<Value: Hashable>(_ domain: Domain<Value>) -> Node<Bool> {
    let isOrdered = hasOrder(domain)
    switch random.below(12) {
    case 0, 1: return Build.equal(scalar(domain), scalar(domain))
    case 2: return Build.differ(scalar(domain), scalar(domain))
    case 3: return Build.equal(optional(domain), optional(domain))
    case 4: return Build.differ(optional(domain), optional(domain))
    case 5: return Build.isIn(constants(domain), scalar(domain))
    case 6:
      let elements = (0..<random.below(14)).map { _ in random.optional { domain.constant(&$0) } }
      return Build.isIn(elements, optional(domain))
    case 7: return Build.someEquals(constants(domain), scalar(domain), and: Build.path(row, \.flag))
    case 8 where isOrdered: return Build.allBelow(constants(domain), scalar(domain))
    case 9 where isOrdered: return range(domain)
    case 10: return unwrapping(domain)
    case _ where !isOrdered: return Build.differ(scalar(domain), scalar(domain))
    default:
      let comparisons: [PredicateExpressions.ComparisonOperator] = [
        .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
      ]
      return Build.compare(scalar(domain), scalar(domain), random.one(of: comparisons))
    }
  }

  private func hasOrder<Value>(_: Domain<Value>) -> Bool {
    random.texts != .unordered || Value.self != String.self
  }

  private mutating func constants<Value>(_ domain: Domain<Value>) -> [Value] {
    (0..<random.below(14)).map { _ in domain.constant(&random) }
  }

  private mutating func range<Value>(_ domain: Domain<Value>) -> Node<Bool> {
    let bounds = [domain.constant(&random), domain.constant(&random)].sorted()
    guard bounds[0] <= bounds[1] else { return Build.value(false) }
    let element = scalar(domain)
    switch random.below(6) {
    case 0: return Build.inRange(bounds[0]...bounds[1], element)
    case 1: return Build.inRange(bounds[0]..<bounds[1], element)
    case 2: return Build.inRange(bounds[0]..., element)
    case 3: return Build.inRange(..<bounds[1], element)
    case 4:
      return Build.between(
        Build.value(bounds[0]), Build.value(bounds[1]), element, isClosed: random.bool())
    default:
      // Equal bounds, since a lower bound must not exceed the upper one.
      let bound = Build.path(row, domain.properties[0])
      return Build.and(
        Build.equal(bound, bound), Build.between(bound, bound, element, isClosed: random.bool()))
    }
  }

  private mutating func unwrapping<Value>(_ domain: Domain<Value>) -> Node<Bool> {
    guard let property = domain.optionals.randomElement(using: &random.generator) else {
      return Build.value(true)
    }
    let optional = Build.path(row, property)
    let nothing = Build.value(nil as Value?)
    let unwrapped = Build.unwrap(optional)
    switch random.below(5) {
    case 0: return Build.equal(unwrapped, scalar(domain))
    case 1: return Build.not(Build.equal(unwrapped, scalar(domain)))
    case 2: return Build.differ(scalar(domain), unwrapped)
    default: break
    }
    return random.bool()
      ? Build.and(Build.differ(optional, nothing), Build.equal(unwrapped, scalar(domain)))
      : Build.or(Build.equal(optional, nothing), Build.differ(unwrapped, scalar(domain)))
  }

  // MARK: Numbers, strings, composites

  private mutating func arithmetic() -> Node<Bool> {
    if random.bool() { return Build.compare(number(2), number(1), .lessThan) }
    if random.bool() { return Build.equal(floating(2), floating(1)) }
    return Build.compare(floating(2), floating(1), .greaterThan)
  }

  private mutating func number(_ depth: Int) -> Node<Int> {
    guard depth > 0 else {
      return random.bool() ? Build.path(row, \.small) : Build.value(random.small())
    }
    switch random.below(9) {
    case 7:
      return Build.calculate(
        number(depth - 1), number(depth - 1), integer: random.below(3))
    case 8: return Build.magnitude(number(depth - 1))
    case 0: return Build.calculate(number(depth - 1), number(depth - 1), .add)
    case 1: return Build.calculate(number(depth - 1), number(depth - 1), .subtract)
    case 2: return Build.calculate(number(depth - 1), number(depth - 1), .multiply)
    case 3: return Build.minus(number(depth - 1))
    case 4: return Build.quotient(number(depth - 1), Build.value(random.one(of: [1, 2, -3, 7])))
    case 5: return Build.remainder(number(depth - 1), Build.value(random.one(of: [1, 2, -3, 7])))
    default: return Build.path(Build.path(row, \.name), \.count)
    }
  }

  private mutating func floating(_ depth: Int) -> Node<Float> {
    guard depth > 0 else { return scalar(Domains.floats) }
    switch random.below(6) {
    case 5: return Build.magnitude(floating(depth - 1))
    case 0: return Build.calculate(floating(depth - 1), floating(depth - 1), .add)
    case 1: return Build.calculate(floating(depth - 1), floating(depth - 1), .subtract)
    case 2: return Build.calculate(floating(depth - 1), floating(depth - 1), .multiply)
    case 3: return Build.minus(floating(depth - 1))
    default: return Build.divide(floating(depth - 1), floating(depth - 1))
    }
  }

  private mutating func string() -> Node<String> {
    switch random.below(12) {
    case 0: Build.transform(scalar(Domains.strings), random.below(2))
    case 1: Build.join(scalar(Domains.strings), scalar(Domains.strings))
    default: scalar(Domains.strings)
    }
  }

  private mutating func comparedText() -> Node<Bool> {
    if random.bool() { return Build.test(string(), string(), random.below(4)) }
    let result = random.one(of: [ComparisonResult.orderedSame, .orderedAscending])
    return Build.equal(Build.order(string(), string(), random.below(5)), Build.ordering(result))
  }

  private mutating func text() -> Node<Bool> {
    switch random.below(8) {
    case 0, 1: return Build.contains(string(), string())
    case 2, 3: return Build.starts(string(), string())
    case 4: return Build.path(string(), \.isEmpty)
    case 5:
      return Build.equal(Build.path(string(), \.count), Build.value(random.below(4)))
    case 6:
      return Build.equal(
        Build.mapPath(optional(Domains.strings), \.isEmpty),
        Build.value(random.optional { $0.bool() })
      )
    default: return Build.coalesce(Build.mapContains(optional(Domains.strings), string()), flag())
    }
  }

  private mutating func composite() -> Node<Bool> {
    let address = Build.path(row, \.address)
    let place = Build.path(row, \.place)
    switch random.below(8) {
    case 0: return Build.equal(Build.path(address, \.city), string())
    case 1:
      return Build.equal(Build.path(address, \.zip), Build.value(random.optional { $0.small() }))
    case 2: return Build.equal(place, Build.value(nil as Place?))
    case 3: return Build.differ(place, Build.value(nil as Place?))
    case 4:
      return Build.equal(
        Build.mapPath(place, \.latitude), Build.value(random.optional { $0.double() }))
    case 5: return Build.equal(Build.mapOptionalPath(place, \.label), optional(Domains.strings))
    case 6: return Build.equal(address, Build.value(Address(city: "a", zip: nil)))
    default:
      return Build.coalesce(
        Build.mapCompare(Build.mapPath(place, \.latitude), scalar(Domains.doubles), or: nil), flag()
      )
    }
  }

  private mutating func equality() -> Node<Bool> {
    switch random.below(8) {
    case 0: Build.equal(Build.path(row, \.url), Build.value(random.url()))
    case 1: Build.differ(Build.path(row, \.url), Build.value(random.url()))
    case 2: Build.equal(Build.path(row, \.data), Build.value(random.data()))
    case 3: Build.isIn([random.data(), random.data()], Build.path(row, \.data))
    case 4: Build.equal(Build.path(row, \.mood), Build.value(random.mood()))
    case 5: Build.differ(Build.path(row, \.mood), Build.value(random.mood()))
    case 6: Build.equal(Build.path(Build.path(row, \.mood), \.rawValue), string())
    // SQL cannot access the elements of encoded arrays.
    default: Build.isIn([["a"], [""]], Build.path(row, \.tags))
    }
  }
}

enum Domains {
  static var ints: Domain<Int> {
    Domain(
      properties: [\.int, \.small], optionals: [\.optionalInt], constant: { $0.int() })
  }
  static var tinies: Domain<Int8> {
    Domain(properties: [\.tiny], optionals: [], constant: { $0.tiny() })
  }
  static var unsigneds: Domain<UInt64> {
    Domain(
      properties: [\.unsigned], optionals: [\.optionalUnsigned], constant: { $0.unsigned() })
  }
  static var doubles: Domain<Double> {
    Domain(properties: [\.double], optionals: [\.optionalDouble], constant: { $0.double() })
  }
  static var floats: Domain<Float> {
    Domain(properties: [\.float], optionals: [], constant: { $0.float() })
  }
  static var strings: Domain<String> {
    Domain(properties: [\.name], optionals: [\.optionalName], constant: { $0.string() })
  }
  static var decimals: Domain<Decimal> {
    Domain(properties: [\.decimal], optionals: [\.optionalDecimal], constant: { $0.decimal() })
  }
  static var dates: Domain<Date> {
    Domain(properties: [\.date], optionals: [\.optionalDate], constant: { $0.date() })
  }
  static var uuids: Domain<UUID> {
    Domain(properties: [\.uuid], optionals: [\.optionalUUID], constant: { $0.uuid() })
  }
  static var statuses: Domain<Status> {
    Domain(properties: [\.status], optionals: [\.optionalStatus], constant: { $0.status() })
  }
}
