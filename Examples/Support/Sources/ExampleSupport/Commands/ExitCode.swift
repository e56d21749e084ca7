/// What a program tells its caller.
///
/// Programs add codes of their own from 3 on.
package struct ExitCode: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let success = ExitCode(rawValue: 0)
  package static let failure = ExitCode(rawValue: 1)
  package static let usage = ExitCode(rawValue: 2)
}
