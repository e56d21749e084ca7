import PredicateSQL
import SQLCore
import SQLiteDriver

/// What SQL needs from Swift to compare values as Swift does.
package enum SQLFunctions {
  /// Makes every function, aggregate and collation that statements use known to `connection`.
  ///
  /// - Throws: `SQLError` when the connection refuses one.
  package static func register(on connection: SQLiteConnection) throws(SQLError) {
    for function in SQLFunction.all + SQLFunction.increments {
      try connection.register(
        function: function.name, argumentCount: function.argumentCount, function.body)
    }
    for function in SQLFunction.notifications {
      try connection.register(
        function: function.name, argumentCount: function.argumentCount, isForTriggers: true,
        function.body)
    }
    for aggregate in SQLAggregate.all {
      try connection.register(
        aggregate: aggregate.name, argumentCount: 1, aggregate.begin)
    }
    for collation in SQLCollation.all {
      try connection.register(collation: collation.name, collation.compare)
    }
  }
}
