import ExampleSupport
import Foundation
import SampleTripsCore
import Synchronization

extension Session {
  /// The number of trips to list on the terminal; if there are more, all are listed in a file.
  private static var shownDuplicates: Int { 20 }

  /// Runs a body, and then lists the trips that a migration in it merged and renumbered.
  func reportingDuplicates<Result>(_ body: () throws -> Result) rethrows -> Result {
    let collected = DuplicateCollector()
    let result = try DuplicateReport.$observer.withValue(
      { [outer = DuplicateReport.observer] in
        collected.set($0)
        outer?($0)
      }, operation: body)
    show(collected.report)
    return result
  }

  /// Runs a body, and then lists the trips that a migration in it merged and renumbered.
  func reportingDuplicates<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let collected = DuplicateCollector()
    let result = try await DuplicateReport.$observer.withValue(
      { collected.set($0) }, operation: body)
    show(collected.report)
    return result
  }

  private func show(_ report: DuplicateReport) {
    func days(_ start: Date, _ end: Date) -> String {
      "\(CalendarDate.text(start)) to \(CalendarDate.text(end))"
    }
    let merged = report.merged.map { trip in
      "Merged \(trip.entries) entries of “\(trip.name.printable)”, "
        + "\(days(trip.start, trip.end)), into one trip."
    }
    let renumbered = report.renumbered.map { trip in
      "Another trip is called “\(trip.name.printable)”, so the one to "
        + "\(trip.destination.printable), \(days(trip.start, trip.end)), is now "
        + "“\(trip.newName.printable)”."
    }
    let lines = merged + renumbered
    for line in lines.prefix(Self.shownDuplicates) { terminal.note(line) }
    guard lines.count > Self.shownDuplicates else { return }
    let path = location.url.path + ".duplicates.txt"
    do {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
      terminal.note("All \(lines.count) merged and renumbered trips are listed in \(path).")
    } catch {
      // The migration succeeded, and nothing lists the trips later.
      for line in lines.dropFirst(Self.shownDuplicates) { terminal.note(line) }
    }
  }
}

/// The report of the migration that a body ran.
private final class DuplicateCollector: Sendable {
  private let collected = Mutex(DuplicateReport())

  var report: DuplicateReport { collected.withLock { $0 } }

  func set(_ report: DuplicateReport) { collected.withLock { $0 = report } }
}
