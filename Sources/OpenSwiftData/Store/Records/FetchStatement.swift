import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore
import TextSearch

/// The SQL of a fetch: the SELECT of rows, of which memory may have to choose and to sort.
struct FetchStatement {
  let binding: EntityBinding
  /// Everything after FROM and its table, up to the ordering.
  private let condition: SQLFragment?
  private let order: SQLFragment
  /// What follows the table in FROM; where there is something, `condition` and `order` say which
  /// table each column is of.
  private let joins: SQLFragment
  private let range: FetchRange?
  let selectText: String
  /// The same, with the table before each column.
  private let joinedSelectText: String?
  let columns: RowColumns
  /// The properties that are read; nil for all.
  private let chosen: [Int]?

  /// The columns by which each row tells what it is.
  private var id: RowIdentity { binding.record.identity }

  /// The plan of a fetch on a store of rows.
  ///
  /// - Throws: `SwiftDataError.unsupportedPredicate`.
  static func plan<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, _ binding: EntityBinding, _ indexes: SpatialIndexes
  ) throws -> FetchPlan {
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
    let conditionIsExact = predicate?.isExact ?? true
    let range = FetchRange.asked(by: descriptor)
    let chosen =
      descriptor.propertiesToFetch.isEmpty
      ? [] : descriptor.propertiesToFetch.compactMap(binding.propertyNumber(of:))
    let isWhole = chosen.isEmpty || !conditionIsExact || !sorting.isExact
    let statement = FetchStatement(
      binding, isWhole ? nil : chosen.sorted(), range, joins: related.joins,
      condition: binding.condition(
        and: predicate?.condition, within: predicate?.bounds ?? [], indexes),
      order: sorting.terms)
    return FetchPlan(
      binding: binding, range: range, conditionIsExact: conditionIsExact,
      orderIsExact: sorting.isExact, obstacle: predicate?.obstacle, relatedTrees: related.trees,
      isPlain: range == nil && sorting.terms.isEmpty && related.trees.isEmpty,
      source: .statement(statement))
  }

  private init(
    _ binding: EntityBinding, _ properties: [Int]?, _ range: FetchRange?, joins: SQLFragment,
    condition: SQLFragment?, order: SQLFragment
  ) {
    self.binding = binding
    self.range = range
    chosen = properties
    self.joins = joins
    let isJoined = !joins.isEmpty
    func placed(_ part: SQLFragment) -> SQLFragment {
      isJoined ? part.qualified(by: binding.table.table) : part
    }
    self.condition = condition.map(placed)
    self.order = placed(order)
    if let properties {
      (selectText, columns) = binding.statements.select(properties)
    } else {
      selectText = binding.statements.selectAll
      columns = binding.statements.allColumns
    }
    joinedSelectText = isJoined ? binding.statements.joinedSelect(properties) : nil
  }

  /// Makes the statement that finds all rows of another's entity, in the order of their keys.
  init(ofAllRowsAs other: FetchStatement) {
    let binding = other.binding
    self.init(
      binding, nil, nil, joins: SQLFragment(), condition: binding.record.condition,
      order: .name(binding.primaryKeyColumn))
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

  /// The SELECT of the rows that a search finds as well, the best first, each with its score in a last
  /// column.
  ///
  /// - Parameters:
  ///   - search: What is searched for.
  ///   - index: Where it is looked up.
  ///   - range: The rows that are wanted; all where it is nil.
  /// - Returns: The statement, and which column has the score.
  /// - Throws: What SQLite says where it lacks the index's tokenizer.
  func searchStatement(
    _ search: RankedSearch, _ index: ResolvedTextIndex, range: FetchRange?
  ) throws -> (query: SQLFragment, scoreColumn: Int) {
    let name = binding.table.table
    let key = SQLFragment.column(id.key, of: name)
    let list = binding.statements.joinedList(chosen)
    var condition = try TextCondition(search.query, index.tokenizer)
    var statement: SQLFragment
    var parts: [SQLFragment] = []
    if let expression = condition.expression {
      // The rows that are found come first, whatever else there is a condition on.
      let table = SQLFragment.table(index.table)
      let weights = search.weights.map { weight -> SQLFragment in ", \(SQLValue.real(weight))" }
        .joined(separator: "")
      statement = """
        SELECT \(raw: list), -bm25(\(table)\(weights)) AS SCORE FROM \(table) \
        CROSS JOIN \(.table(name)) ON \(key) = \(table).rowid\(joins)
        """
      parts.append("\(table) MATCH \(SQLValue.text(expression))")
      condition.expression = nil
    } else {
      statement = "SELECT \(raw: list), 0.0 AS SCORE FROM \(.table(name))\(joins)"
    }
    parts += condition.conditions(on: index, key: key)
    parts += condition.shortConditions(on: index.columns.map { .column($0, of: name) })
    if let own = self.condition { parts.append("(\(own.qualified(by: name)))") }
    if !parts.isEmpty { statement.append(" WHERE \(parts.joined(separator: " AND "))") }
    statement.append(" ORDER BY SCORE DESC")
    if !order.isEmpty { statement.append(", \(order.qualified(by: name))") }
    if let range { statement.append(Self.clause(range)) }
    return (statement, binding.statements.columnCount(of: chosen))
  }

  var keyStatement: SQLFragment {
    rowStatement(selecting: column(id.key) + ", " + column(id.entity))
  }

  /// The SELECT of the keys that follow one, in their order; for a fetch without joins or range.
  func keyStatement(after key: Int64, limit: Int) -> SQLFragment {
    let rest: SQLFragment = condition.map { " AND (\($0))" } ?? SQLFragment()
    return """
      SELECT \(name: id.key) FROM \(name: binding.table.table) WHERE \(name: id.key) > \(SQLValue.integer(key))\(rest) \
      ORDER BY \(name: id.key) LIMIT \(SQLValue.integer(Int64(limit)))
      """
  }

  /// The SELECT of `columns` of the rows in the range, in order.
  func rowStatement(selecting columns: SQLFragment) -> SQLFragment {
    var statement = select(joins.isEmpty ? columns : columns.qualified(by: binding.table.table))
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  /// FROM and what follows for the rows in the range, in no order and with `columns` at
  /// least.
  func source(of columns: [SQLFragment]) -> SQLFragment {
    guard range != nil || !joins.isEmpty else {
      return " FROM \(name: binding.table.table)\(conditionClause)"
    }
    let list = columns.isEmpty ? "1" : columns.joined(separator: ", ")
    // Not every database takes a subquery without a name.
    return " FROM (\(rowStatement(selecting: list))) AS FOUND"
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
    and other: SQLFragment?, within bounds: [ColumnBound], _ indexes: SpatialIndexes
  ) -> SQLFragment? {
    let parts = [
      other.map { condition -> SQLFragment in "(\(condition))" }, record.condition,
      indexes.condition(on: table, within: bounds),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}
