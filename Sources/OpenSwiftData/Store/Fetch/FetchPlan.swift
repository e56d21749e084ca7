import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore

/// A fetch descriptor turned into SQL, with what SQL cannot say left over for memory.
struct FetchPlan {
  let binding: EntityBinding
  /// Everything after FROM and its table, up to the ordering.
  let condition: SQLFragment?
  let order: SQLFragment
  /// What follows the table in FROM; where there is something, `condition` and `order` say which
  /// table each column is of.
  private let joins: SQLFragment
  /// The trees of entities whose rows are looked at beside those that are fetched.
  let relatedTrees: Set<Int>
  let conditionIsExact: Bool
  /// What SQL could not say of the predicate.
  private let obstacle: Untranslatable?
  let orderIsExact: Bool
  let range: FetchRange?
  let selectText: String
  /// The same, with the table before each column.
  private let joinedSelectText: String?
  let columns: RowColumns

  var isExact: Bool { conditionIsExact && orderIsExact }

  /// The columns by which each row tells what it is.
  private var id: RowIdentity { binding.record.identity }

  /// Whether the rows of one table are wanted in whatever order, all that fulfil the condition.
  var isPlain: Bool { range == nil && order.isEmpty && relatedTrees.isEmpty }

  /// - Throws: `SwiftDataError.unsupportedPredicate` or `.unsupportedSortDescriptor`.
  init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ binding: EntityBinding) throws {
    self.binding = binding
    let (predicate, sorting) = PredicateTranslator(columns: binding)
      .translate(descriptor.predicate, sortedBy: descriptor.sortBy)
    if predicate?.isCutOff == true, let whole = descriptor.predicate,
      PredicateDepth.exceedsEvaluation(whole)
    {
      throw SwiftDataError.unsupportedPredicate.explained(
        "The predicate is nested more than \(PredicateDepth.evaluationLimit) levels deep.",
        entity: binding.name,
        advice: "Join its conditions in pairs instead of one after the other, or fetch in parts.")
    }
    let related = predicate?.related ?? sorting.related
    let isJoined = !related.joins.isEmpty
    func placed(_ part: SQLFragment) -> SQLFragment {
      isJoined ? part.qualified(by: binding.table.table) : part
    }
    condition = binding.condition(
      and: predicate?.condition, within: predicate?.bounds ?? []
    ).map(placed)
    conditionIsExact = predicate?.isExact ?? true
    obstacle = predicate?.obstacle
    (order, orderIsExact) = (placed(sorting.terms), sorting.isExact)
    joins = related.joins
    relatedTrees = related.trees
    range = FetchRange(descriptor)
    let chosen =
      descriptor.propertiesToFetch.isEmpty
      ? [] : descriptor.propertiesToFetch.compactMap(binding.propertyNumber(of:))
    let isWhole = chosen.isEmpty || !conditionIsExact || !orderIsExact
    if isWhole {
      selectText = binding.statements.selectAll
      columns = binding.statements.allColumns
    } else {
      (selectText, columns) = binding.statements.select(chosen.sorted())
    }
    joinedSelectText =
      isJoined ? binding.statements.joinedSelect(isWhole ? nil : chosen.sorted()) : nil
  }

  /// Makes a plan that leaves everything to memory.
  ///
  /// It is for related models with pending changes, of which the store knows nothing.
  init<T: PersistentModel>(inMemory descriptor: FetchDescriptor<T>, _ plan: FetchPlan) {
    binding = plan.binding
    obstacle = plan.obstacle
    condition = binding.condition(and: nil, within: [])
    order = .name(binding.primaryKeyColumn)
    joins = SQLFragment()
    relatedTrees = []
    conditionIsExact = descriptor.predicate == nil
    orderIsExact = descriptor.sortBy.isEmpty
    range = FetchRange(descriptor)
    selectText = binding.statements.selectAll
    joinedSelectText = nil
    columns = binding.statements.allColumns
  }

  /// Whether `model` fulfils `predicate`, by evaluating it in memory.
  ///
  /// A model does not where that cannot be told because nil is unwrapped.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate` when Foundation cannot evaluate it.
  func isFulfilled<T: PersistentModel>(_ predicate: Predicate<T>, by model: T) throws -> Bool {
    do {
      // A nil from outside the predicate is nobody's row.
      if obstacle?.reason == .evaluation { return try predicate.evaluate(model) }
      return try predicate.holds(model)
    } catch {
      let part = obstacle == nil ? "" : ", nor can SQL tell whom it holds for"
      throw SwiftDataError.unsupportedPredicate.explained(
        "The predicate cannot be evaluated for this model\(part).", entity: binding.name,
        advice: "Guard what may fail, such as a division or a cast.", underlying: error)
    }
  }

  private var conditionClause: SQLFragment {
    condition.map { " WHERE \($0)" } ?? SQLFragment()
  }

  /// The SELECT of the rows in `range`; of all where it is nil, because memory does the rest.
  func selectStatement(range: FetchRange?) -> SQLFragment {
    var statement: SQLFragment =
      "\(raw: joinedSelectText ?? selectText)\(joins)\(conditionClause)"
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  var keyStatement: SQLFragment {
    rowStatement(selecting: column(id.key) + ", " + column(id.entity))
  }

  /// The SELECT of the keys that follow one, in their order; for a plan without joins or range.
  func keyStatement(after key: Int64, limit: Int) -> SQLFragment {
    let rest: SQLFragment = condition.map { " AND (\($0))" } ?? SQLFragment()
    return """
      SELECT \(name: id.key) FROM \(name: binding.table.table) WHERE \(name: id.key) > \(SQLValue.integer(key))\(rest) \
      ORDER BY \(name: id.key) LIMIT \(SQLValue.integer(Int64(limit)))
      """
  }

  /// The SELECT of `columns` of the rows in the plan's range, in order.
  func rowStatement(selecting columns: SQLFragment) -> SQLFragment {
    var statement = select(joins.isEmpty ? columns : columns.qualified(by: binding.table.table))
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  /// FROM and what follows for the rows in the plan's range, in no order and with `columns` at
  /// least.
  func source(of columns: [SQLFragment]) -> SQLFragment {
    guard range != nil || !joins.isEmpty else {
      return " FROM \(name: binding.table.table)\(conditionClause)"
    }
    let list = columns.isEmpty ? "1" : columns.joined(separator: ", ")
    return " FROM (\(rowStatement(selecting: list)))"
  }

  /// Counts the rows that fulfil the condition, but for those of some keys.
  func countStatement(without keys: [Int64]) -> SQLFragment {
    var statement = select("COUNT(*)")
    guard !keys.isEmpty else { return statement }
    statement.append(condition == nil ? " WHERE " : " AND ")
    statement.append("\(column(id.key)) \(.isNone(of: keys))")
    return statement
  }

  /// The condition in terms of the table alone.
  var plainCondition: SQLFragment? {
    joins.isEmpty ? condition : "\(name: id.key) IN (\(select(column(id.key))))"
  }

  private func select(_ result: SQLFragment) -> SQLFragment {
    "SELECT \(result) FROM \(name: binding.table.table)\(joins)\(conditionClause)"
  }

  private func column(_ name: String) -> SQLFragment {
    joins.isEmpty ? .name(name) : .column(name, of: binding.table.table)
  }

  private static func clause(_ range: FetchRange) -> SQLFragment {
    .range(limit: range.limit, offset: range.offset)
  }
}

extension EntityBinding {
  /// The condition of rows of the entity that fulfil another one; nil: all rows of the table.
  ///
  /// What lies within `bounds` is found by a spatial index where there is one.
  fileprivate func condition(
    and other: SQLFragment?, within bounds: [ColumnBound]
  ) -> SQLFragment? {
    let parts = [
      other.map { condition -> SQLFragment in "(\(condition))" }, record.condition,
      store.spatialIndexes.condition(on: table, within: bounds),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}
