/// Quotes function bodies with dollar quotes.
///
/// [PostgreSQL](https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-DOLLAR-QUOTING)
/// ends such a body where its tag first occurs again, and names within the body may contain any
/// tag.
package enum DollarQuotes {
  /// The body between two tags that do not occur in it.
  ///
  /// - Complexity: O(*n* · *m*) for a body of *n* bytes that contains *m* of the tags that are
  ///   tried first.
  package static func quoted(_ body: String) -> String {
    var tag = "$openswiftdata"
    var number = 1
    // Byte by byte, as the server reads it: for Swift, the end of a tag that is followed by a
    // combining accent is a different character.
    while body.utf8.contains(tag.utf8) {
      number += 1
      tag = "$openswiftdata\(number)"
    }
    return "\(tag)$\(body)\(tag)$"
  }
}
