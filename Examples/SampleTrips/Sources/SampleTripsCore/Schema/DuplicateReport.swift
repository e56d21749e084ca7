import Foundation

/// The trips that the migration to version 2 merged and renumbered.
package struct DuplicateReport: Codable, Equatable, Sendable {
  /// A trip that was entered several times.
  package struct Merged: Codable, Equatable, Sendable {
    package var name: String
    package var destination: String
    package var start: Date
    package var end: Date
    /// The number of entries that became one trip.
    package var entries: Int
  }

  /// A trip that shared its name with a different one.
  package struct Renumbered: Codable, Equatable, Sendable {
    package var name: String
    package var newName: String
    package var destination: String
    package var start: Date
    package var end: Date
  }

  package var merged: [Merged] = []
  package var renumbered: [Renumbered] = []

  package init() {}

  package var isEmpty: Bool { merged.isEmpty && renumbered.isEmpty }

  /// Called with the report of a migration that the current task starts.
  @TaskLocal package static var observer: (@Sendable (DuplicateReport) -> Void)?
}
