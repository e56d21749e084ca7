import CoreDataFormat
import RecordStore
import SQLCore
import StoreTool

/// Finds inconsistent rows of a store that the database's constraints do not prevent.
struct PostgresStoreCheck {
  private let connection: any SQLConnection
  private let engine: RecordEngine

  init(_ connection: any SQLConnection, _ engine: RecordEngine) {
    (self.connection, self.engine) = (connection, engine)
  }

  /// The problems that were found; the queries read all rows.
  func problems() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    for root in engine.roots {
      problems += try entities(root) + counter(root)
    }
    for relationship in engine.schema.entities.flatMap(\.relationships) {
      problems += try dangling(relationship)
    }
    return problems + (try positions())
  }

  private func count(_ query: SQLFragment) throws -> Int {
    let statement = connection.dialect.render(query)
    guard
      case .integer(let count)? = try connection.rows(statement.text, statement.values).first?.first
    else { return 0 }
    return Int(clamping: count)
  }

  private func problem(
    _ kind: StoreProblem.Kind, _ count: Int, _ message: String
  ) -> [StoreProblem] {
    count > 0 ? [StoreProblem(kind, message, count: count, canBeRepaired: false)] : []
  }

  private func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func entities(_ root: RecordEntity) throws -> [StoreProblem] {
    let numbers = ([root] + root.descendants).map { "\($0.number)" }.joined(separator: ", ")
    let found = try count(
      """
      SELECT COUNT(*) FROM \(name: root.table.table) \
      WHERE \(name: root.identity.entity) NOT IN (\(raw: numbers))
      """)
    return problem(
      .wrongEntity, found,
      "The table of \(root.name) has \(rows(found)) whose entity number does not belong to it.")
  }

  private func counter(_ root: RecordEntity) throws -> [StoreProblem] {
    // Keys of partitioned tables do not come from a sequence.
    guard root.table.shardKey == nil else { return [] }
    let highest = try engine.highestKey(of: root)
    let last = try connection.rows(
      "SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)",
      [.text(root.statements.table), .text(root.identity.key)])
    var counted: Int64 = 0
    if case .integer(let value)? = last.first?.first { counted = value }
    return problem(
      .counterBehind, highest > counted ? 1 : 0,
      "The sequence of \(root.name) is at \(counted), but the greatest key is \(highest).")
  }

  private func dangling(_ relationship: RecordRelationship) throws -> [StoreProblem] {
    guard let column = relationship.foreignKey else { return [] }
    let id = relationship.owner.identity
    let found = try count(
      """
      SELECT COUNT(*) FROM \(name: relationship.owner.table.table) AS owners \
      WHERE \(name: column) IS NOT NULL AND NOT EXISTS (SELECT 1 \
      FROM \(name: relationship.destination.table.table) AS others \
      WHERE others.\(name: id.key) = owners.\(name: column))
      """)
    return problem(
      .danglingKey, found,
      "\(relationship.owner.name).\(relationship.name) of \(rows(found)) refers to rows that do not exist."
    )
  }

  private func positions() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    var known: Set<String> = []
    for relationship in engine.schema.entities.flatMap(\.relationships)
    where relationship.isToMany && known.insert(MemberOrder.name(of: relationship)).inserted {
      let id = relationship.owner.identity
      let found = try count(
        """
        SELECT COUNT(*) FROM \(raw: engine.memberOrder) \
        WHERE relationship = \(SQLValue.text(MemberOrder.name(of: relationship))) AND NOT (\
        EXISTS (SELECT 1 FROM \(name: relationship.owner.table.table) \
        WHERE \(name: id.key) = owner) AND \
        EXISTS (SELECT 1 FROM \(name: relationship.destination.table.table) \
        WHERE \(name: id.key) = member))
        """)
      problems += problem(
        .order, found,
        "\(relationship.owner.name).\(relationship.name) has positions for \(rows(found)) that do not exist."
      )
    }
    return problems
  }
}
