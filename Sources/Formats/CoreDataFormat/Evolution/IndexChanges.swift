import DataSchema
import SQLCore

/// The indexes to drop before tables change, and those to create afterwards.
package struct IndexChanges {
  /// Statements that run before any table changes; otherwise triggers would fire, and the text of
  /// indexes would change.
  package var droppedFirst: [String] = []
  /// Statements that run after rows were copied with the help of these indexes.
  package var droppedLast: [String] = []
  package var created: [String] = []

  package init() {}

  init(
    _ plan: EvolutionPlan, _ tables: [TableWork], _ joins: [JoinWork],
    on connection: any SQLConnection
  ) throws {
    var namesBefore = IndexStatements(layout: plan.source)
    var namesAfter = IndexStatements(layout: plan.target)
    let (before, after) = (try namesBefore.indexes(), try namesAfter.indexes())
    let existing = Set(try connection.rows("SELECT name FROM sqlite_master").compactMap(\.[0].text))
    let untouched = Set(
      tables.filter { $0.kind == .kept || $0.keepsIndexes }.map(\.table.name)
        + joins.filter { $0.kind == .kept }.map(\.table.name))
    let kept = Set(before).intersection(after).filter {
      untouched.contains($0.table) && existing.contains($0.name)
    }
    for index in before where !kept.contains(index) && existing.contains(index.name) {
      switch index {
      case .plain(let name, let table, _):
        let statement = "DROP INDEX \(name.asSQLName)"
        if plan.setAside.contains(table) {
          droppedLast.append(statement)
        } else {
          droppedFirst.append(statement)
        }
      case .spatial(let spatial): droppedFirst += spatial.dropStatements
      }
    }
    droppedFirst += try Self.dropTextIndexes(except: untouched, on: connection)
    if !plan.target.model.hasDerivedProperties {
      droppedFirst += try StoreEvolution.derivationTriggers(on: connection)
        .map { "DROP TRIGGER \($0.asSQLName)" }
    }
    for index in after where !kept.contains(index) {
      created += index.statements
      if case .spatial(let spatial) = index { created.append(spatial.fillStatement) }
    }
  }
}

extension IndexChanges {
  /// Drops the full-text indexes of tables that change: their triggers would interfere, and opening
  /// the store recreates them.
  private static func dropTextIndexes(
    except untouched: Set<String>, on connection: any SQLConnection
  ) throws -> [String] {
    let entries = try connection.rows(TextIndexCatalog.list).compactMap { row in
      row[1].text.map {
        (type: row[0].text ?? "", name: $0, table: row[2].text ?? "", row[3].text ?? "")
      }
    }
    let triggers = entries.filter { $0.type == "trigger" && !untouched.contains($0.table) }
    let tables = entries.filter { entry in
      entry.type == "table" && triggers.contains { $0.name.hasPrefix("\(entry.name)_") }
    }
    return (triggers + tables).compactMap {
      TextIndexCatalog.drop(type: $0.type, name: $0.name, text: $0.3)
    }
  }
}

extension TableWork {
  /// Whether the text of indexes on the table remains valid.
  fileprivate var keepsIndexes: Bool {
    kind == .extended && nameBefore == table.name && renamed.isEmpty
  }
}
