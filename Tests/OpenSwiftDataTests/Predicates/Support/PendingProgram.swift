import Foundation

@testable import OpenSwiftData

/// A random program of insertions, changes and deletions in one context, run in parallel with an
/// oracle.
struct PendingProgram {
  private var random: RandomValues
  private let allowsNaN: Bool
  private let hasPlainStrings: Bool
  private let container: ModelContainer
  private let context: ModelContext
  private var oracle = PendingOracle()
  /// Instances that the program retains; others exist only while a fetch uses them.
  private var held: [Int: Row] = [:]
  private var lastID = 0
  private var log: [String] = []

  private let keptValues: (RowValues) -> RowValues

  init(seed: UInt64, in store: RowStore, _ texts: RandomTexts) throws {
    random = RandomValues(seed: seed, texts)
    allowsNaN = random.below(4) == 0
    hasPlainStrings = random.bool()
    container = store.container
    keptValues = store.kept
    context = ModelContext(container)
    for _ in 0..<random.below(40) { insert(into: context) }
    oracle.save()
    try context.save()
    held = [:]
  }

  /// Returns the first difference and the steps that led to it; nil if there is none.
  mutating func run(operations: Int) throws -> String? {
    for _ in 0..<operations {
      try operate()
      if let difference = try difference() {
        return "\(difference)\nafter \(log.suffix(12).joined(separator: "; "))"
      }
    }
    return nil
  }

  // MARK: Operations

  private mutating func operate() throws {
    switch random.below(20) {
    case 0..<5: insert(into: context)
    case 5..<11: try change()
    case 11..<14: try delete()
    case 14: try deleteMany()
    case 15: try restore()
    case 16, 17:
      log.append("save")
      oracle.save()
      try context.save()
      held = held.filter { $0.value.modelContext != nil }
    case 18:
      log.append("rollback")
      oracle.rollback()
      context.rollback()
      held = held.filter { $0.value.modelContext != nil }
    default:
      log.append("release")
      let deleted = Set(oracle.entries.filter(\.isDeleted).map(\.id))
      held = held.filter { deleted.contains($0.key) }
    }
  }

  private mutating func insert(into context: ModelContext) {
    lastID += 1
    log.append("insert \(lastID)")
    let values = makeValues(id: lastID)
    let row = Row(values)
    context.insert(row)
    oracle.insert(values)
    if random.bool() { held[lastID] = row }
  }

  private mutating func makeValues(id: Int) -> RowValues {
    let values = keptValues(RowValues(id: id, from: &random, allowsNaN: allowsNaN))
    return hasPlainStrings ? values.withPlainStrings : values
  }

  private mutating func change() throws {
    guard let index = oracle.entries.indices.randomElement(using: &random.generator),
      let row = try instance(at: index)
    else { return }
    var values = oracle.entries[index].current.values
    let other = makeValues(id: values.id)
    let fields = RowField.all.shuffled(using: &random.generator).prefix(1 + random.below(8))
    log.append("change \(values.id) (\(fields.map(\.name).joined(separator: ", ")))")
    for field in fields {
      field.copy(&values, other)
      field.assign(row, other)
    }
    oracle.change(at: index, to: values)
  }

  private mutating func delete() throws {
    guard let index = oracle.entries.indices.randomElement(using: &random.generator),
      let row = try instance(at: index)
    else { return }
    let id = oracle.entries[index].id
    log.append("delete \(id)")
    context.delete(row)
    held[id] = oracle.entries[index].stored == nil ? nil : row
    oracle.delete(at: index)
  }

  private mutating func deleteMany() throws {
    let low = random.below(lastID + 1)
    let high = low + random.below(4)
    log.append("delete \(low)..<\(high)")
    try context.delete(model: Row.self, where: #Predicate { $0.id >= low && $0.id < high })
    for index in oracle.entries.indices.reversed()
    where (low..<high).contains(oracle.entries[index].id) {
      oracle.delete(at: index)
    }
  }

  private mutating func restore() throws {
    let deleted = oracle.entries.indices.filter { oracle.entries[$0].isDeleted }
    guard let index = deleted.randomElement(using: &random.generator),
      let row = held[oracle.entries[index].id]
    else { return }
    log.append("restore \(row.id)")
    context.insert(row)
    oracle.restore(at: index)
  }

  /// The instance of an entry, retained or fetched; nil for a deleted entry that is not retained.
  private mutating func instance(at index: Int) throws -> Row? {
    let id = oracle.entries[index].id
    if let row = held[id] { return row }
    if oracle.entries[index].isDeleted { return nil }
    let row = try context.fetch(FetchDescriptor<Row>(predicate: #Predicate { $0.id == id })).first
    if random.bool() { held[id] = row }
    return row
  }

  // MARK: Questions

  private mutating func difference() throws -> String? {
    var descriptor = FetchDescriptor<Row>()
    if random.below(3) != 0 { descriptor.predicate = random.predicate(depth: random.below(3)) }
    if random.bool() {
      descriptor.sortBy = random.sorting(numbers: !allowsNaN, strings: hasPlainStrings)
    }
    random.restrict(&descriptor, count: 25)
    descriptor.includePendingChanges = random.below(3) != 0
    let expected = try oracle.answer(to: descriptor)
    let count = try random.below(4) == 0 ? context.fetchCount(descriptor) : expected.count
    let identifiers = try random.below(4) == 0 ? context.fetchIdentifiers(descriptor) : nil
    let found = try context.fetch(descriptor)
    guard found.map(\.id) == expected, count == expected.count,
      identifiers.map({ $0 == found.map(\.persistentModelID) }) ?? true
    else {
      return """
        expected \(expected), found \(found.map(\.id)), \(count), \(identifiers?.map(\.key) ?? []) \
        \(descriptor.summary)
        """
    }
    guard let row = found.randomElement(using: &random.generator),
      let entry = oracle.entries.first(where: { $0.id == row.id })
    else { return nil }
    let wrong = entry.current.values.differences(from: row)
    return wrong.isEmpty ? nil : "\(wrong) of \(row.id) differ from \(entry.current.values)"
  }
}
