/// The exit code of a program; all programs use the same numbers.
package struct ExitCode: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let success = ExitCode(rawValue: 0)
  /// A file or the store could not be read or written.
  package static let failure = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 2)
  /// Nothing, or more than one thing, matches the given name.
  package static let notFound = ExitCode(rawValue: 3)
  package static let exists = ExitCode(rawValue: 4)
  /// The command line is understood, but a rule of the program forbids it.
  package static let refused = ExitCode(rawValue: 5)
  package static let notAvailable = ExitCode(rawValue: 6)
  /// A server could not be reached, or refused; local data is unchanged.
  package static let syncFailed = ExitCode(rawValue: 7)

  /// All codes with their meanings, as help lists them.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "success"),
    (.failure, "a file or the store could not be read or written"),
    (.usage, "the command line is not understood"),
    (.notFound, "no match, or more than one match"),
    (.exists, "it already exists"),
    (.refused, "the request breaks a rule of the program"),
    (.notAvailable, "this version cannot do it yet"),
    (.syncFailed, "a server could not be reached, or refused the request"),
  ]
}
