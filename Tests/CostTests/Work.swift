@testable import OpenSwiftData
import SQLiteDriver
import StoreTesting

/// What a store was asked for.
struct Work: Equatable {
  var statements: Int
  var compiled: Int
}

extension TestStore {
  /// What `context` asks of the store in `body`, and how many statements it compiles for it.
  func work(of context: ModelContext, _ body: () throws -> Void) rethrows -> Work {
    let compiled = context.compiledStatementCount
    let statements = try countStatements(in: container, body)
    return Work(statements: statements, compiled: context.compiledStatementCount - compiled)
  }
}

extension ModelContext {
  /// Statements that the connections of the context have compiled, since they were opened.
  fileprivate var compiledStatementCount: Int {
    let records = (try? core.stores.map(recordSession)) ?? []
    return records.reduce(0) {
      $0 + (($1.connection as? SQLiteConnection)?.compiledStatementCount ?? 0)
    }
  }
}
