import SQLCore
import SQLiteDriver

/// What SQL needs from Swift to compare values as Swift does.
package enum SQLFunctions {
  /// Makes every function and collation that translations use known to `connection`.
  ///
  /// - Throws: `SQLError` when the connection refuses one.
  package static func register(on connection: SQLiteConnection) throws(SQLError) {
    for function in SQLFunction.all {
      try connection.register(
        function: function.name, argumentCount: function.argumentCount, function.body)
    }
    for collation in SQLCollation.all {
      try connection.register(collation: collation.name, collation.compare)
    }
  }
}
