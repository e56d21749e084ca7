import CoreDataFormat
import Foundation
import PredicateSQL
import RecordStore
import SQLCore
import TextSearch

/// The SQL of a fetch: a SELECT of rows, which may have to be filtered and sorted further in
/// memory.
struct FetchStatement: FetchSource {
  let binding: EntityBinding
  /// Everything after FROM and its table, up to the ordering.
  private let condition: SQLFragment?
  private let order: SQLFragment
  /// The joins that follow the table in FROM.
  ///
  /// If there are any, `condition` and `order` qualify columns by their tables.
  private let joins: SQLFragment
  private let range: FetchRange?
  let selectText: String
  /// The SELECT with columns qualified by the table; nil without joins.
  private let joinedSelectText: String?
  let columns: RowColumns
  /// The indexes of the properties to read; nil for all.
  private let chosen: [Int]?

  /// The columns that identify a row.
  private var id: RowIdentity { binding.record.identity }

  /// Plans a fetch on a store of rows.
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
        "The predicate cannot be evaluated, because it is nested more than "
          + "\(PredicateDepth.evaluationLimit) levels deep.",
        entity: binding.name,
        advice: "Join its conditions in pairs instead of one after the other, or run several "
          + "fetches.")
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
      source: statement)
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

  /// Whether the statement also reads rows that the fetched ones are related to.
  var hasJoins: Bool { !joins.isEmpty }
  var ofAllModels: any FetchSource { FetchStatement(ofAllRowsAs: self) }
  var hasFetched: Bool { false }

  /// Creates the statement for all rows of another statement's entity, in the order of their keys.
  init(ofAllRowsAs other: FetchStatement) {
    let binding = other.binding
    self.init(
      binding, nil, nil, joins: SQLFragment(), condition: binding.record.condition,
      order: .name(binding.primaryKeyColumn))
  }

  private var conditionClause: SQLFragment {
    condition.map { " WHERE \($0)" } ?? SQLFragment()
  }

  /// The SELECT of the rows in `range`; of all rows if it is nil, because memory applies the range.
  func selectStatement(range: FetchRange?) -> SQLFragment {
    var statement: SQLFragment =
      "\(raw: joinedSelectText ?? selectText)\(joins)\(conditionClause)"
    if !order.isEmpty { statement.append(" ORDER BY \(order)") }
    if let range { statement.append(Self.clause(range)) }
    return statement
  }

  /// The SELECT of the rows that a search finds, too, best matches first.
  ///
  /// The score is in an additional last column.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - index: The full-text index to use.
  ///   - range: The requested range; nil for all rows.
  /// - Returns: The statement, and the index of the score's column.
  /// - Throws: The error from SQLite if it lacks the index's tokenizer.
  func searchStatement(
    _ search: RankedSearch, _ index: ResolvedTextIndex, range: FetchRange?
  ) throws -> (query: SQLFragment, scoreColumn: Int) {
    let name = binding.table.table
    let key = SQLFragment.column(id.key, of: name)
    let list = binding.statements.joinedList(chosen)
    let condition = try TextCondition(search.query, index.tokenizer)
    func text(_ column: String) -> SQLFragment { .column(column, of: name) }
    let source: SQLFragment
    var parts: [SQLFragment] = []
    switch index.form {
    case .table(let table):
      (source, parts) = Self.ranked(condition, search.weights, list, from: name, table, key)
    case .functions(let functions):
      let score = functions.score(
        condition.required, in: index.columns.map(text), weights: search.weights, index.tokenizer)
      source = "\(raw: list), \(score) AS \"SCORE\" FROM \(.table(name))"
    }
    parts += index.conditions(
      parts.isEmpty ? condition : condition.ofShortTerms, key: key, keyColumn: id.key,
      table: name, text)
    if let own = self.condition { parts.append("(\(own.qualified(by: name)))") }
    var statement: SQLFragment = "SELECT \(source)\(joins)"
    if !parts.isEmpty { statement.append(" WHERE \(parts.joined(separator: " AND "))") }
    statement.append(" ORDER BY \"SCORE\" DESC")
    if !order.isEmpty { statement.append(", \(order.qualified(by: name))") }
    if let range { statement.append(Self.clause(range)) }
    return (statement, binding.statements.columnCount(of: chosen))
  }

  /// The columns and tables of a search with an FTS5 table, and the condition for what must be
  /// found, if anything.
  private static func ranked(
    _ condition: TextCondition, _ weights: [Double], _ list: String, from name: String,
    _ index: String, _ key: SQLFragment
  ) -> (source: SQLFragment, conditions: [SQLFragment]) {
    guard let expression = condition.expression else {
      return ("\(raw: list), 0.0 AS \"SCORE\" FROM \(.table(name))", [])
    }
    // CROSS JOIN makes SQLite start with the rows that the search finds, whatever other
    // conditions there are: https://sqlite.org/optoverview.html
    let table = SQLFragment.table(index)
    let weights = weights.map { weight -> SQLFragment in ", \(SQLValue.real(weight))" }
      .joined(separator: "")
    let source: SQLFragment = """
      \(raw: list), -bm25(\(table)\(weights)) AS "SCORE" FROM \(table) \
      CROSS JOIN \(.table(name)) ON \(key) = \(table).rowid
      """
    return (source, ["\(table) MATCH \(SQLValue.text(expression))"])
  }

  var keyStatement: SQLFragment {
    rowStatement(selecting: column(id.key) + ", " + column(id.entity))
  }

  /// The SELECT of the keys after a key, in ascending order; for a fetch without joins or range.
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

  /// FROM and the following clauses for the rows in the range, unordered and with at least
  /// `columns`.
  func source(of columns: [SQLFragment]) -> SQLFragment {
    guard range != nil || !joins.isEmpty else {
      return " FROM \(name: binding.table.table)\(conditionClause)"
    }
    let list = columns.isEmpty ? "1" : columns.joined(separator: ", ")
    // Some databases require a name for a subquery.
    return " FROM (\(rowStatement(selecting: list))) AS FOUND"
  }

  /// Counts the rows that match the condition, except those with some keys.
  func countStatement(without keys: [Int64]) -> SQLFragment {
    var statement = select("COUNT(*)")
    guard !keys.isEmpty else { return statement }
    statement.append(condition == nil ? " WHERE " : " AND ")
    statement.append("\(column(id.key)) \(.isNone(of: keys))")
    return statement
  }

  /// The condition on the table alone, without joins.
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
  /// The condition for the rows of the entity that match another condition; nil for all rows of the
  /// table.
  ///
  /// Rows within `bounds` are found with a spatial index if there is one.
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
