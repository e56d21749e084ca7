import CoreDataFormat
import Foundation
import SQLCore

/// The part of a result that limit and offset ask for.
struct FetchRange: Hashable {
  var offset: Int
  var limit: Int?

  /// The rows from the first on that can be in the range once up to `count` of them left.
  func spared(_ count: Int) -> FetchRange? {
    guard let limit else { return nil }
    let (end, overflows) = offset.addingReportingOverflow(limit)
    let (spared, sparedOverflows) = end.addingReportingOverflow(count)
    return overflows || sparedOverflows ? nil : FetchRange(offset: 0, limit: spared)
  }
}

extension FetchRange? {
  /// The part of a whole result; all of it where there is no range.
  func of<Model>(_ models: [Model]) -> [Model] {
    guard let self else { return models }
    return Array(models.dropFirst(self.offset).prefix(self.limit ?? .max))
  }
}

/// A fetch descriptor turned into SQL, with what SQL cannot say left over for memory.
struct FetchPlan {
  let binding: EntityBinding
  /// Everything after FROM and its table, up to the ordering.
  let condition: SQLFragment?
  let order: SQLFragment
  let conditionIsExact: Bool
  /// What SQL could not say of the predicate.
  private let obstacle: Untranslatable?
  let orderIsExact: Bool
  let range: FetchRange?
  let selectText: String
  let columns: RowColumns

  var isExact: Bool { conditionIsExact && orderIsExact }

  /// - Throws: `SwiftDataError.unsupportedPredicate` or `.unsupportedSortDescriptor`.
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
    self.binding = binding
    let translator = PredicateTranslator(columns: binding)
    var conditions: [SQLFragment] = []
    var isExact = true
    var obstacle: Untranslatable?
    if let predicate = descriptor.predicate {
      let translation = translator.translate(predicate)
      if let condition = translation.condition { conditions.append("(\(condition))") }
      isExact = translation.isExact
      obstacle = translation.obstacle
    }
    if let entities = binding.entityCondition { conditions.append(entities) }
    condition = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    conditionIsExact = isExact
    self.obstacle = obstacle
    let sorting = translator.order(by: descriptor.sortBy)
    (order, orderIsExact) = (sorting.terms, sorting.isExact)
    if descriptor.fetchLimit != nil || descriptor.fetchOffset != nil {
      range = FetchRange(
        offset: max(0, descriptor.fetchOffset ?? 0), limit: descriptor.fetchLimit.map { max(0, $0) }
      )
    } else {
      range = nil
    }
    let chosen = descriptor.propertiesToFetch.compactMap(binding.propertyNumber(of:))
    if chosen.isEmpty || !isExact || !orderIsExact {
      selectText = binding.statements.selectAll
      columns = binding.statements.allColumns
    } else {
      (selectText, columns) = binding.statements.select(chosen.sorted())
    }
  }

  /// Whether `model` fulfils `predicate`, by evaluating it in memory.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` when Foundation cannot evaluate it.
  func isFulfilled<T: PersistentModel>(_ predicate: Predicate<T>, by model: T) throws -> Bool {
    do {
      return try predicate.evaluate(model)
    } catch {
      let part = obstacle.map { " The part that SQL cannot say is \($0)." } ?? ""
      throw SwiftDataError.unsupportedPredicate.explained(
        "The predicate cannot be evaluated for this model.\(part)", entity: binding.name,
        advice: "Guard what may fail, such as a forced unwrap or a division.", underlying: error)
    }
  }

  private var conditionClause: SQLFragment {
    condition.map { " WHERE \($0)" } ?? SQLFragment()
  }

  /// The SELECT of the rows in `range`; of all where it is nil, because memory does the rest.
  func selectStatement(range: FetchRange?) -> SQLFragment {
    var statement: SQLFragment = "\(raw: selectText)\(conditionClause)"
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  var keyStatement: SQLFragment { rowStatement(selecting: "Z_PK, Z_ENT") }

  /// The SELECT of `columns` of the rows in the plan's range, in order.
  func rowStatement(selecting columns: SQLFragment) -> SQLFragment {
    var statement: SQLFragment =
      "SELECT \(columns) FROM \(raw: binding.statements.table)\(conditionClause)"
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  /// FROM and what follows for the rows in the plan's range, in no order and with `columns` at
  /// least.
  func source(of columns: [SQLFragment]) -> SQLFragment {
    guard range != nil else {
      return " FROM \(raw: binding.statements.table)\(conditionClause)"
    }
    let list = columns.isEmpty ? "1" : columns.joined(separator: ", ")
    return " FROM (\(rowStatement(selecting: list)))"
  }

  /// Counts the rows that fulfil the condition, but for those of some keys.
  func countStatement(without keys: [Int64]) -> SQLFragment {
    var statement: SQLFragment =
      "SELECT COUNT(*) FROM \(raw: binding.statements.table)\(conditionClause)"
    guard !keys.isEmpty else { return statement }
    let list = SQLValue.text("[" + keys.map(String.init).joined(separator: ",") + "]")
    statement.append(condition == nil ? " WHERE " : " AND ")
    statement.append("Z_PK NOT IN (SELECT value FROM json_each(\(list)))")
    return statement
  }

  private static func clause(_ range: FetchRange) -> SQLFragment {
    let limit = SQLValue.integer(range.limit.map(Int64.init) ?? -1)
    return " LIMIT \(limit) OFFSET \(SQLValue.integer(Int64(range.offset)))"
  }
}

extension EntityBinding {
  /// Which rows of the shared table belong to the entity; nil when all do.
  var entityCondition: SQLFragment? {
    guard sharesTable else { return nil }
    let numbers = table.descendantNumbers.map(String.init).joined(separator: ", ")
    return .raw("Z_ENT IN (\(numbers))")
  }
}
