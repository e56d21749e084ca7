import DataSchema
import SQLCore

/// Two versions of a store's tables, and how rows of the one become rows of the other.
///
/// Everything is told as queries on the tables of the source: those are what is checked, what is
/// copied where a table has to be made anew, and what shows where nothing has to be done.
struct EvolutionPlan {
  let source: CoreDataLayout
  let target: CoreDataLayout
  let mapping: SchemaMapping
  /// How much keys are raised where several tables become one.
  let keyOffsets: KeyOffsets
  /// Tables of the source that stand under another name.
  var setAside: Set<String> = []

  static let prefix = "OPENSWIFTDATA_OLD_"

  /// The present name of a table of the source, as SQL has it.
  func sourceName(_ table: String) -> String {
    (setAside.contains(table) ? Self.prefix + table : table).asSQLName
  }

  /// The source's table of what becomes an entity; nil for a new entity.
  func origin(of entity: EntityTable) -> EntityTable? {
    mapping.entity(becoming: entity.entityName)?.source.flatMap(source.tableMap.entity(named:))
  }

  /// The entities of the target whose rows stand in a table.
  func entities(in table: TableLayout) -> [EntityTable] {
    target.tableMap.entities.filter { $0.rootNumber == table.rootNumber }
  }

  /// By how much keys of rows in a table are raised when they become rows of an entity.
  func offset(from sourceTable: String, to targetEntity: String) -> Int64 {
    keyOffsets[sourceTable, mapping.target.root(of: targetEntity)]
  }
}

/// By how much keys are raised, since two tables that become one have the same keys.
struct KeyOffsets {
  private struct Way: Hashable {
    var table: String
    var root: String
  }

  private var offsets: [Way: Int64] = [:]

  /// Without any rows nothing is raised.
  init() {}

  /// Reads the highest keys of tables that become one.
  init(
    _ source: CoreDataLayout, _ target: CoreDataLayout, _ mapping: SchemaMapping,
    on connection: any SQLConnection
  ) throws {
    for table in target.tables {
      let root = target.tableMap.entities[table.rootNumber - 1].entityName
      let origins = target.tableMap.entities.filter { $0.rootNumber == table.rootNumber }
        .compactMap { mapping.entity(becoming: $0.entityName)?.source }
        .compactMap(source.tableMap.entity(named:))
      let own = mapping.entity(becoming: root)?.source.flatMap(source.tableMap.entity(named:))
      // The root's own table comes first, and keeps its keys.
      let roots = Set(origins.map(\.rootNumber)).sorted {
        ($0 == own?.rootNumber ? 0 : $0) < ($1 == own?.rootNumber ? 0 : $1)
      }
      guard roots.count > 1 else { continue }
      var highest: Int64 = 0
      for number in roots {
        let entity = source.tableMap.entities[number - 1]
        offsets[Way(table: entity.table, root: root)] = highest
        highest += try Self.highestKey(of: entity, on: connection)
      }
    }
  }

  subscript(table: String, root: String) -> Int64 {
    offsets[Way(table: table, root: root)] ?? 0
  }

  var isEmpty: Bool { offsets.isEmpty }

  /// The highest key that a table has, or has handed out.
  static func highestKey(
    of root: EntityTable, named table: String? = nil, on connection: any SQLConnection
  ) throws -> Int64 {
    let rows = try connection.rows(
      """
      SELECT MAX(COALESCE((SELECT MAX(Z_MAX) FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), \
      COALESCE((SELECT MAX(Z_PK) FROM \(table ?? root.table.asSQLName)), 0))
      """, [.integer(Int64(root.rootNumber))])
    guard case .integer(let key)? = rows.first?.first else { return 0 }
    return key
  }
}
