import PostgresDriver
import PostgresFormat
import SQLCore
import SwiftDataErrors

/// Updates the CHECK constraints of a store's enumerations to match the cases that its models have.
struct PostgresCaseChecks {
  private let options: PostgresStoreOptions
  private let layout: PostgresLayout
  private let connection: PostgresConnection

  /// An existing constraint.
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

  /// Drops all existing constraints of enumerations.
  func drop() throws { try drop(found()) }

  private func drop(_ constraints: Set<Found>) throws {
    for found in constraints.sorted(by: { ($0.table, $0.name) < ($1.table, $1.name) }) {
      try connection.execute(PostgresCaseConstraint.removal(of: found.name, from: found.table))
    }
  }

  /// Creates all required constraints in a store that has none.
  ///
  /// - Throws: `SwiftDataError` that lists the values that violate them; `SQLError`.
  func add() throws { try add(wanted()) }

  private func add(_ constraints: [PostgresCaseConstraint]) throws {
    guard !constraints.isEmpty else { return }
    // A table cannot be altered while deferred checks of its rows are pending.
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

  /// The error that lists the values that violate the constraints.
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
      Enumerations cannot be checked, because rows have values that are not cases of their property's \
      enumeration. The store was not changed. The values are:
      \(lines.joined(separator: "\n"))
      """, entity: first?.entity, property: first?.property, path: options.place,
      advice:
        "Change these values to cases, for example in a migration stage, or add cases to the enumeration.",
      underlying: error)
  }

  /// Creates and drops constraints of a store that is being opened, so that exactly the required
  /// ones exist.
  ///
  /// - Parameter digest: The digest of the expected schema. If another program has migrated the
  ///   store since, that program has created the constraints.
  /// - Throws: `SwiftDataError` that lists the values that violate them; `SQLError`.
  func settle(storeOf digest: String) throws {
    guard options.enumerationCases != nil, try !isSettled() else { return }
    try connection.transaction(PostgresTransactionOptions(.readCommitted)) {
      try connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
      try connection.lookFirst(in: options.schema)
      // If several processes start at once, one creates the constraints and the others wait.
      // Writers wait too: a transaction that has locked some of the tables could otherwise wait for
      // the rest, and deadlock.
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

extension PostgresSource {
  /// Creates and drops constraints of enumerations, so that exactly the required ones exist.
  func finishCaseChecks() throws {
    guard readOnlyReason == nil, options.enumerationCases != nil else { return }
    try reporting {
      try PostgresCaseChecks(options, layout, connection).settle(
        storeOf: Self.digest(of: metadata))
    }
  }
}
