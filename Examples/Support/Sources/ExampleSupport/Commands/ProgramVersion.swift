/// The version of the programs, which is that of their package.
package enum ProgramVersion {
  /// The unreleased version described at the top of `CHANGELOG.md`.
  package static let current = "0.1.0-dev"
}
