/// Bodies of functions, which stand between dollar quotes.
///
/// [PostgreSQL](https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-DOLLAR-QUOTING) ends such a body
/// at the first place where its tag stands again, and names within the body may contain any tag.
package enum DollarQuotes {
  /// The body between two tags that it does not contain.
  ///
  /// - Complexity: O(*n* · *m*) for a body of *n* bytes with *m* of the tags that are tried first.
  package static func quoted(_ body: String) -> String {
    var tag = "$openswiftdata"
    var number = 1
    // By bytes, as the server reads it: with an accent after it, the end of a tag is another character to Swift.
    while body.utf8.contains(tag.utf8) {
      number += 1
      tag = "$openswiftdata\(number)"
    }
    return "\(tag)$\(body)\(tag)$"
  }
}
