import DataSync
import Foundation
import OpenSwiftData
import SyncTesting
import Testing

enum SyncedAlarm: Codable, Hashable {
  case never
  case weekly(day: Int?)
  case named(String?)
  case at(Date?)
  case tagged([String]?)
}

@Model final class SyncedReminder {
  var number: Int
  var alarm: SyncedAlarm
  var other: SyncedAlarm?

  init(_ number: Int, _ alarm: SyncedAlarm, _ other: SyncedAlarm?) {
    (self.number, self.alarm, self.other) = (number, alarm, other)
  }
}

@Suite("Enumerations that sync")
struct EnumerationTests {
  private static let alarms: [SyncedAlarm] = [
    .never, .weekly(day: nil), .weekly(day: 0), .named(nil), .named(""), .at(nil),
    .at(Date(timeIntervalSinceReferenceDate: 0)), .tagged(nil), .tagged([]), .tagged(["a"]),
  ]

  /// Also tests cases with only nil as a value, whose columns store markers of other types.
  @Test(arguments: ProviderKind.allCases)
  func enumerationsKeepEveryCase(_ kind: ProviderKind) async throws {
    let place = try await kind.makePlace()
    let containers = try (0..<2).map { _ in
      try ModelContainer(
        for: SyncedReminder.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    var options = SyncOptions()
    // The models have attributes without defaults, which CloudKit's rules do not allow.
    options.ignoresModelRules = true
    let engines = try containers.map { try SyncEngine($0, place.provider(), options) }
    let context = ModelContext(containers[0])
    for (number, alarm) in Self.alarms.enumerated() {
      context.insert(SyncedReminder(number, alarm, number.isMultiple(of: 2) ? nil : alarm))
    }
    try context.save()
    for engine in engines { try await engine.syncNow() }
    func reminders(_ context: ModelContext) throws -> [SyncedReminder] {
      try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\SyncedReminder.number)]))
    }
    let other = ModelContext(containers[1])
    let there = try reminders(other)
    #expect(there.map(\.alarm) == Self.alarms)
    #expect(
      there.map(\.other) == Self.alarms.enumerated().map { $0.isMultiple(of: 2) ? nil : $1 })
    // And back again, as changes.
    for reminder in there { reminder.alarm = Self.alarms[Self.alarms.count - 1 - reminder.number] }
    try other.save()
    for engine in engines.reversed() { try await engine.syncNow() }
    #expect(try reminders(ModelContext(containers[0])).map(\.alarm) == Self.alarms.reversed())
  }
}
