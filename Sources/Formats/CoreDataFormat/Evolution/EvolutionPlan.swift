import DataSchema
import SQLCore

/// Two versions of a store's tables, and how rows of one become rows of the other.
///
/// Everything is expressed as queries on the tables of the source. These queries are checked, used
/// to copy rows into tables that have to be rebuilt, and compared to find tables that need no
/// change.
package struct EvolutionPlan {
  package let source: CoreDataLayout
  package let target: CoreDataLayout
  package let mapping: SchemaMapping
  /// The database's SQL spelling.
  let format: any EvolutionFormat
  /// The offsets that are added to keys when several tables become one.
  let keyOffsets: KeyOffsets
  /// Tables of the source that have been renamed out of the way.
  package var setAside: Set<String> = []
  /// The names that tables of the source have while they are set aside.
  let asideNames: [String: String]

  init(
    source: CoreDataLayout, target: CoreDataLayout, mapping: SchemaMapping,
    keyOffsets: KeyOffsets, format: any EvolutionFormat
  ) {
    (self.source, self.target, self.mapping) = (source, target, mapping)
    (self.keyOffsets, self.format) = (keyOffsets, format)
    asideNames = source.asideNames(format)
  }

  var identity: RowIdentity { format.spelling.identity }

  func quoted(_ name: String) -> String { format.spelling.quoted(name) }

  /// Returns the current name of a table of the source, quoted for SQL.
  func sourceName(_ table: String) -> String {
    quoted(setAside.contains(table) ? asideName(table) : table)
  }

  func asideName(_ table: String) -> String { asideNames[table] ?? table }

  /// Returns the source entity that becomes an entity; nil for a new entity.
  func origin(of entity: EntityTable) -> EntityTable? {
    mapping.entity(becoming: entity.entityName)?.source.flatMap(source.tableMap.entity(named:))
  }

  /// Returns the entities of the target whose rows are in a table.
  func entities(in table: TableLayout) -> [EntityTable] {
    target.tableMap.entities.filter { $0.rootNumber == table.rootNumber }
  }

  /// Returns the offset that is added to keys of a table when its rows become rows of an entity.
  func offset(from sourceTable: String, to targetEntity: String) -> Int64 {
    keyOffsets[sourceTable, mapping.target.root(of: targetEntity)]
  }
}

/// The offsets added to keys, because two tables that become one use the same keys.
struct KeyOffsets {
  private struct Way: Hashable {
    var table: String
    var root: String
  }

  private var offsets: [Way: Int64] = [:]

  /// Creates offsets of zero, for stores without rows.
  init() {}

  /// Reads the highest keys of tables that become one.
  init(
    _ source: CoreDataLayout, _ target: CoreDataLayout, _ mapping: SchemaMapping,
    _ format: any EvolutionFormat, on connection: any SQLConnection
  ) throws {
    for table in target.tables {
      let root = target.tableMap.entities[table.rootNumber - 1].entityName
      let origins = target.tableMap.entities.filter { $0.rootNumber == table.rootNumber }
        .compactMap { mapping.entity(becoming: $0.entityName)?.source }
        .compactMap(source.tableMap.entity(named:))
      let own = mapping.entity(becoming: root)?.source.flatMap(source.tableMap.entity(named:))
      // The root's own table comes first and keeps its keys.
      let roots = Set(origins.map(\.rootNumber)).sorted {
        ($0 == own?.rootNumber ? 0 : $0) < ($1 == own?.rootNumber ? 0 : $1)
      }
      guard roots.count > 1 else { continue }
      var highest: Int64 = 0
      for number in roots {
        let entity = source.tableMap.entities[number - 1]
        offsets[Way(table: entity.table, root: root)] = highest
        highest += try format.highestKey(of: entity, on: connection)
      }
    }
  }

  subscript(table: String, root: String) -> Int64 {
    offsets[Way(table: table, root: root)] ?? 0
  }

  var isEmpty: Bool { offsets.isEmpty }
}

extension CoreDataLayout {
  /// Returns the names of tables while they are set aside, by their present names.
  func asideNames(_ format: any EvolutionFormat) -> [String: String] {
    let names = allTables.sorted()
    return Dictionary(
      zip(names, names.indices).map { ($0, format.spelling.asideName($0, $1)) },
      uniquingKeysWith: { $1 })
  }
}
