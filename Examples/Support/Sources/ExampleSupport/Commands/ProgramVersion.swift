/// The version of the programs, which is that of the package that they come with.
package enum ProgramVersion {
  /// What `CHANGELOG.md` is about above its last release: the next version, unfinished.
  package static let current = "0.1.0-dev"
}
