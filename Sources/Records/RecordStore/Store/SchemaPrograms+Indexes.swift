import CoreDataFormat
import SQLCore
import SQLiteDriver

extension SchemaPrograms {
  /// Finds the triggers, views and expressions of a file; executes one statement.
  ///
  /// - Throws: `SQLError`.
  package init(in connection: SQLiteConnection) throws(SQLError) {
    let objects = try connection.rows(IndexTriggers.list)
    let triggers = IndexTriggers(objects)
    let foreign = objects.filter {
      ["trigger", "view"].contains($0[0].text) && triggers.kind(of: $0) == nil
    }
    self.init(
      foreign: foreign.compactMap(Self.name),
      expressions: objects.filter(Self.hasExpressions).compactMap(Self.name),
      hasViews: foreign.contains { $0[0].text == "view" },
      keepsIndexes: objects.contains { triggers.kind(of: $0) != nil })
  }

  private static func name(_ object: [SQLValue]) -> String? {
    object[0].text.flatMap { kind in object[1].text.map { "\(kind) “\($0)”" } }
  }

  /// The words that begin an expression in the statement of a
  /// [table](https://sqlite.org/lang_createtable.html).
  private static let expressionWords: Set<Substring> = ["CHECK", "DEFAULT", "AS"]

  /// Whether a table or an index may compute values; some for which it is true do not.
  private static func hasExpressions(_ object: [SQLValue]) -> Bool {
    guard let text = object[3].text?.uppercased() else { return false }
    guard object[0].text == "table" else { return object[0].text == "index" }
    let words = text.split { !($0.isLetter || $0.isNumber || "_$".contains($0)) }
    return !text.hasPrefix("CREATE VIRTUAL") && !expressionWords.isDisjoint(with: words)
  }
}
