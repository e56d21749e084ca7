import PredicateSQL
import SQLCore
import SQLiteDriver

/// Functions with which SQL compares values as Swift does.
package enum SQLFunctions {
  /// Registers all functions, aggregates and collations that statements use.
  ///
  /// - Throws: `SQLError` if the connection rejects one.
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
