@testable import OpenSwiftData
import SQLiteDriver
import StoreTesting

/// The statements that a store ran.
struct Work: Equatable {
  var statements: Int
  var compiled: Int
}

extension TestStore {
  /// The statements that `context` runs and compiles during `body`.
  func work(of context: ModelContext, _ body: () throws -> Void) rethrows -> Work {
    let compiled = context.compiledStatementCount
    let statements = try countStatements(in: container, body)
    return Work(statements: statements, compiled: context.compiledStatementCount - compiled)
  }
}

extension ModelContext {
  /// Statements that the context's connections compiled since they were opened.
  fileprivate var compiledStatementCount: Int {
    let records = core.stores.compactMap { try? session($0) as? RecordStoreSession }
    return records.reduce(0) {
      $0 + (($1.connection as? SQLiteConnection)?.compiledStatementCount ?? 0)
    }
  }
}
