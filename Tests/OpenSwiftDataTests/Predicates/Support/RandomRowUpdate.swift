import Foundation

@testable import OpenSwiftData

/// An update of rows with random assignments.
struct RandomRowUpdate {
  var predicate: Predicate<Row>?
  private(set) var names: [String] = []
  private(set) var assignments: [Assignment<Row>] = []

  /// The contents after a loop over all models, and the number of changed models; nil if it fails.
  struct Expectation {
    var count: Int?
    var contents: [[String]]
  }

  init(_ random: inout RandomValues, _ kept: (RowValues) -> RowValues) {
    let values = kept(RowValues(id: 0, from: &random))
    let tiny = random.tiny()
    let unsigned = random.unsigned()
    let int = random.int()
    let double = random.one(of: [0.25, -1, 1e300, 1.7e308, .infinity, -.infinity, .nan])
    let decimal = random.one(of: [1, -0.5, RandomValues.decimals[5], RandomValues.decimals[10]])
    let all: [(String, Assignment<Row>)] = [
      ("int", .increment(\.int, by: int)), ("int to", .set(\.int, to: values.int)),
      ("optionalInt", .decrement(\.optionalInt, by: int)),
      ("optionalInt to int", .set(\.optionalInt, to: \.int)),
      ("small", .increment(\.small, by: 3)), ("tiny", .increment(\.tiny, by: tiny)),
      ("unsigned", .increment(\.unsigned, by: unsigned)),
      ("optionalUnsigned", .decrement(\.optionalUnsigned, by: unsigned)),
      ("double", .increment(\.double, by: double)),
      ("double to", .set(\.double, to: values.double)),
      ("optionalDouble", .decrement(\.optionalDouble, by: double)),
      ("float", .increment(\.float, by: Float(double))),
      ("decimal", .increment(\.decimal, by: decimal)),
      ("optionalDecimal", .decrement(\.optionalDecimal, by: decimal)),
      ("decimal to", .set(\.decimal, to: values.decimal)), ("flag", .set(\.flag, to: values.flag)),
      ("optionalFlag", .set(\.optionalFlag, to: \.flag)), ("name", .set(\.name, to: values.name)),
      ("optionalName", .set(\.optionalName, to: \.name)),
      ("date to", .set(\.date, to: values.date)),
      ("optionalDate", .set(\.optionalDate, to: \.date)), ("uuid", .set(\.uuid, to: values.uuid)),
      ("optionalUUID", .set(\.optionalUUID, to: values.optionalUUID)),
      ("url", .set(\.url, to: values.url)), ("data", .set(\.data, to: values.data)),
      ("status", .set(\.status, to: values.status)),
      ("optionalStatus", .set(\.optionalStatus, to: \.status)),
      ("mood", .set(\.mood, to: values.mood)), ("address", .set(\.address, to: values.address)),
      ("place", .set(\.place, to: values.place)), ("tags", .set(\.tags, to: values.tags)),
    ]
    var assigned: Set<AnyKeyPath> = []
    for (name, assignment) in all.shuffled(using: &random.generator).prefix(1 + random.below(6))
    where assigned.insert(assignment.attribute).inserted {
      names.append(name)
      assignments.append(assignment)
    }
  }

  func expectation(in store: RowStore) throws -> Expectation {
    let context = ModelContext(store.container)
    context.autosaveEnabled = false
    let before = try Self.contents(context)
    let models = try context.fetch(FetchDescriptor(predicate: predicate))
    var setters: [() -> Void] = []
    for model in models {
      for assignment in assignments {
        guard let set = assignment.prepare(model) else {
          return Expectation(count: nil, contents: before)
        }
        setters.append(set)
      }
    }
    for set in setters { set() }
    return Expectation(count: models.count, contents: try Self.contents(context))
  }

  /// The property values of all rows in a context.
  static func contents(_ context: ModelContext) throws -> [[String]] {
    try context.fetch(FetchDescriptor<Row>(sortBy: [SortDescriptor(\.id)])).map { row in
      texts.map { $0(row) }
    }
  }

  private static let texts: [@Sendable (Row) -> String] = [
    { text($0.id) }, { text($0.int) }, { text($0.optionalInt) }, { text($0.small) },
    { text($0.tiny) }, { text($0.unsigned) }, { text($0.optionalUnsigned) },
    // Some stores do not keep the sign of zero.
    { text($0.double + 0) }, { text($0.optionalDouble.map { $0 + 0 }) }, { text($0.float + 0) },
    { text($0.decimal) }, { text($0.optionalDecimal) }, { text($0.flag) },
    { text($0.optionalFlag) }, { text($0.name) }, { text($0.optionalName) },
    { text($0.date.timeIntervalSinceReferenceDate + 0) },
    { text($0.optionalDate.map { $0.timeIntervalSinceReferenceDate + 0 }) }, { text($0.uuid) },
    { text($0.optionalUUID) }, { text($0.url) }, { text(Array($0.data)) }, { text($0.status) },
    { text($0.optionalStatus) }, { text($0.mood) }, { text($0.address) },
    { text($0.place?.label) }, { text($0.place.map { $0.latitude + 0 }) }, { text($0.tags) },
  ]

  /// The sign of a NaN result may vary.
  private static func text(_ value: some Any) -> String {
    String(describing: value).replacing("-nan", with: "nan")
  }
}
