import CoreDataFormat
import SQLCore
import SQLiteDriver

extension SchemaPrograms {
  /// Finds the triggers, views and indexes of a file; executes one statement.
  ///
  /// - Throws: `SQLError`.
  package init(in connection: SQLiteConnection) throws(SQLError) {
    let objects = try connection.rows(IndexTriggers.list)
    let triggers = IndexTriggers(objects)
    let foreign = objects.filter { triggers.kind(of: $0) == nil && $0[0].text != "table" }
    self.init(
      foreign: foreign.compactMap { row in
        row[0].text.flatMap { kind in row[1].text.map { "\(kind) “\($0)”" } }
      },
      hasViews: foreign.contains { $0[0].text == "view" },
      keepsIndexes: objects.contains { triggers.kind(of: $0) != nil })
  }
}
