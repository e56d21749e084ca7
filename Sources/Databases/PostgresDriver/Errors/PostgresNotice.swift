/// A notice that the server sent in addition to its answers, such as a warning.
package struct PostgresNotice: Hashable, Sendable {
  /// `WARNING`, `NOTICE`, `INFO`, `LOG` or `DEBUG`, in English.
  package var severity: String
  /// Its SQLSTATE.
  package var state: String
  package var message: String
  package var detail: String?
  package var hint: String?
}
