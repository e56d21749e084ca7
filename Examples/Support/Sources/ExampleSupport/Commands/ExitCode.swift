/// What a program tells its caller when it ends: the same numbers in every program.
package struct ExitCode: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let success = ExitCode(rawValue: 0)
  /// A file or the store could not be read or written.
  package static let failure = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 2)
  /// Nothing, or more than one thing, has the name that was given.
  package static let notFound = ExitCode(rawValue: 3)
  package static let exists = ExitCode(rawValue: 4)
  /// What the command line asks for is understood, and a rule of the program forbids it.
  package static let refused = ExitCode(rawValue: 5)
  package static let notAvailable = ExitCode(rawValue: 6)
  /// A server could not be reached, or refused; what is here stays as it is.
  package static let syncFailed = ExitCode(rawValue: 7)

  /// Every code and what it means, as help lists them.
  package static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "done"),
    (.failure, "a file or the store could not be read or written"),
    (.usage, "the command line is not understood"),
    (.notFound, "nothing, or more than one thing, is called so"),
    (.exists, "it is there already"),
    (.refused, "a rule of the program forbids it"),
    (.notAvailable, "this version cannot do it yet"),
    (.syncFailed, "a server could not be reached, or refused"),
  ]
}
