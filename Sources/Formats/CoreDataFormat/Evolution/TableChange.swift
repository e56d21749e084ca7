import SQLCore

/// The change of one table when a store is migrated to another schema.
package struct TableChange: Hashable, Sendable {
  package enum Work: String, Hashable, Sendable {
    /// The table is not changed.
    case kept
    /// Names change and columns are added, without writing rows.
    case extended
    /// The rows are copied.
    case rebuilt
    case created
    case dropped
  }

  package var table: String
  package var work: Work
  /// The tables of the source whose rows the table receives, or the table itself if it is dropped.
  package var sources: [String]
  /// The number of rows in the sources.
  package var rows: Int64
  /// A description of the change.
  package var description: String
}

extension EvolutionScript {
  func tableChanges(
    _ source: CoreDataLayout, on connection: any SQLConnection
  ) throws -> [TableChange] {
    var changes: [TableChange] = []
    for work in tables {
      let sources = Set(work.rows.map(\.source.table)).sorted()
      changes.append(
        TableChange(
          table: work.table.name, work: work.kind.work, sources: sources,
          rows: try Self.count(sources, plan.format, on: connection), description: work.description)
      )
    }
    for work in joins {
      let sources = work.nameBefore.isEmpty ? [] : [work.nameBefore]
      changes.append(
        TableChange(
          table: work.table.name, work: work.kind.work, sources: sources,
          rows: try Self.count(sources, plan.format, on: connection), description: work.description)
      )
    }
    let remaining = Set(
      tables.flatMap { $0.rows.map(\.source.table) } + joins.flatMap { $0.pairs.tables })
    for table in source.allTables.subtracting(remaining).sorted() {
      let rows = try Self.count([table], plan.format, on: connection)
      changes.append(
        TableChange(
          table: table, work: .dropped, sources: [table], rows: rows,
          description: "is dropped with its rows"))
    }
    return changes
  }

  private static func count(
    _ tables: [String], _ format: any EvolutionFormat, on connection: any SQLConnection
  ) throws -> Int64 {
    try tables.reduce(0) { sum, table in
      let rows = try connection.rows("SELECT COUNT(*) FROM \(format.spelling.quoted(table))")
      guard case .integer(let count)? = rows.first?.first else { return sum }
      return sum + count
    }
  }
}

extension PairQuery {
  /// The tables of the source that store the pairs.
  fileprivate var tables: [String] {
    parts.map { part in
      switch part.place {
      case .column(_, let table, _): table
      case .join(let table, _, _, _): table
      }
    }
  }
}

extension TableWork.Kind {
  fileprivate var work: TableChange.Work {
    switch self {
    case .kept: .kept
    case .extended: .extended
    case .rebuilt: .rebuilt
    case .created: .created
    }
  }
}

extension TableWork {
  fileprivate var description: String {
    switch kind {
    case .kept: "is not changed"
    case .created: "is new"
    case .rebuilt:
      "is copied row by row from \(Set(rows.map(\.source.table)).sorted().joined(separator: ", "))"
    case .extended:
      [
        nameBefore == table.name ? nil : "was \(nameBefore)",
        renamed.isEmpty
          ? nil
          : "renames " + renamed.map { "\($0.before) to \($0.after)" }.joined(separator: ", "),
        added.isEmpty ? nil : "gets " + added.map(\.name).joined(separator: ", "),
        filled.isEmpty
          ? nil : "has values written to " + filled.map(\.column).joined(separator: ", "),
        dropped.isEmpty ? nil : "drops " + dropped.joined(separator: ", "),
        numbers.isEmpty ? nil : "gets new entity numbers",
      ].compactMap(\.self).joined(separator: "; ")
    }
  }
}

extension JoinWork {
  fileprivate var description: String {
    switch kind {
    case .kept: "is not changed"
    case .created: "is new"
    case .rebuilt: "is filled from \(Set(pairs.tables).sorted().joined(separator: ", "))"
    case .extended: "was \(nameBefore)"
    }
  }
}
