import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Brings the constraints of a store's enumerations in line with the cases that its models have.
struct PostgresCaseChecks {
  private let options: PostgresStoreOptions
  private let layout: PostgresLayout
  private let connection: PostgresConnection

  /// One that is there.
  private struct Found: Hashable {
    let table: String
    let name: String
    let comment: String
  }

  init(
    _ options: PostgresStoreOptions, _ layout: PostgresLayout, _ connection: PostgresConnection
  ) {
    (self.options, self.layout, self.connection) = (options, layout, connection)
  }

  private func wanted() -> [PostgresCaseConstraint] {
    options.enumerationCases.map(layout.constraints) ?? []
  }

  private func found() throws -> Set<Found> {
    let rows = try connection.rows(
      """
      SELECT t.relname::text, c.conname::text, d.description \
      FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid \
      JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_constraint'::regclass \
      WHERE c.contype = 'c' AND starts_with(d.description, $1) AND c.connamespace = \
      (SELECT oid FROM pg_namespace WHERE nspname = $2)
      """, [.text(PostgresCaseConstraint.commentPrefix), .text(options.schema)])
    return Set(
      rows.compactMap { row in
        guard let table = row[0].text, let name = row[1].text, let comment = row[2].text else {
          return nil
        }
        return Found(table: table, name: name, comment: comment)
      })
  }

  /// Takes all away that are there.
  func drop() throws { try drop(found()) }

  private func drop(_ constraints: Set<Found>) throws {
    for found in constraints.sorted(by: { ($0.table, $0.name) < ($1.table, $1.name) }) {
      try connection.execute(PostgresCaseConstraint.removal(of: found.name, from: found.table))
    }
  }

  /// Makes all that are asked for, in a store that has none.
  ///
  /// - Throws: `SwiftDataError` that names the values in the way; `SQLError`.
  func add() throws { try add(wanted()) }

  private func add(_ constraints: [PostgresCaseConstraint]) throws {
    guard !constraints.isEmpty else { return }
    // No table can be changed while a check of its rows is still to come.
    try connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
    do {
      try connection.savepoint {
        for statement in constraints.flatMap(\.creation) { try connection.execute(statement) }
      }
    } catch let error as SQLError where error.kind == .checkViolation {
      throw try violation(of: constraints, error)
    }
    try connection.execute("SET CONSTRAINTS ALL DEFERRED")
  }

  /// The error that names the values in the way.
  private func violation(
    of constraints: [PostgresCaseConstraint], _ error: SQLError
  ) throws -> SwiftDataError {
    var lines: [String] = []
    var first: PostgresCaseConstraint?
    for constraint in constraints {
      let values = try connection.rows(constraint.violations).compactMap(\.[0].text)
      guard !values.isEmpty else { continue }
      first = first ?? constraint
      let texts = values.map { "\"\($0)\"" }.joined(separator: ", ")
      lines.append("- \(constraint.entity).\(constraint.property): \(texts)")
    }
    return SwiftDataError.loadIssueModelContainer.explained(
      """
      Rows have values that no case of their property's enumeration has; the store is as it was. In the way:
      \(lines.joined(separator: "\n"))
      """, entity: first?.entity, property: first?.property, path: options.place,
      advice:
        "Give these rows values of cases, as in a stage of a migration, or the enumeration these cases.",
      underlying: error)
  }

  /// Makes those of a store that is being opened as they are asked for.
  ///
  /// - Parameter digest: What the store is to be of; where another program has migrated it since, that has made them.
  /// - Throws: `SwiftDataError` that names the values in the way; `SQLError`.
  func settle(storeOf digest: String) throws {
    guard options.enumerationCases != nil, try !isSettled() else { return }
    try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
      try connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
      try connection.lookFirst(in: options.schema)
      // Of those who start at once one makes them; the others wait for it. So do those who write: while one of
      // their transactions has some of the tables, it could wait for others of them.
      _ = try connection.rows(
        "SELECT pg_advisory_xact_lock(\(PostgresStoreOpening.lockNumber), hashtext($1))",
        [.text(options.schema)])
      try connection.execute(
        "LOCK TABLE \(options.name(of: .store)) IN EXCLUSIVE MODE")
      guard
        try connection.rows(options.readDigest).first?.first == .text(digest)
      else { return }
      let (wanted, found) = (wanted(), try found())
      let kept = found.intersection(wanted.map(Self.asFound))
      try drop(found.subtracting(kept))
      try add(wanted.filter { !kept.contains(Self.asFound($0)) })
    }
  }

  private func isSettled() throws -> Bool { try found() == Set(wanted().map(Self.asFound)) }

  private static func asFound(_ constraint: PostgresCaseConstraint) -> Found {
    Found(table: constraint.table, name: constraint.name, comment: constraint.comment)
  }
}

extension PostgresFoundStore {
  /// Makes the constraints of enumerations as they are asked for.
  func finishCaseChecks() throws {
    guard readOnlyReason == nil, options.enumerationCases != nil else { return }
    try reporting {
      try PostgresCaseChecks(options, layout, connection).settle(
        storeOf: Self.digest(of: metadata))
    }
  }
}
