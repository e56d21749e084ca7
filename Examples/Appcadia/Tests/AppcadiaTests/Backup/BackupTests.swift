import ExampleSupport
import ExampleTestSupport
import Foundation
import SwiftData
import Testing

@testable import AppcadiaCore
@testable import appcadia

@Suite("Backups")
struct BackupTests {
  @Test(arguments: StoreKind.allCases, StoreKind.allCases)
  func everythingIsRestored(_ from: StoreKind, _ to: StoreKind) async throws {
    try await from.withContainer { container async throws in
      let context = ModelContext(container)
      let (data, contents) = try filledStore(context)
      try await to.withContainer { other async throws in
        let target = ModelContext(other)
        try StarterTrainers.install(in: target)
        let backup = try JSONDecoder().decode(AppcadiaBackup.self, from: data)
        try backup.restore(to: target)
        #expect(try AppcadiaContents(of: ModelContext(other)).rounded == contents.rounded)
      }
    }
  }

  /// Goals, stamps and completions, their backup, and the contents that the backup has.
  private func filledStore(_ context: ModelContext) throws -> (Data, AppcadiaContents) {
    try StarterTrainers.install(in: context)
    let trainers = TrainerRepository(context: context)
    try trainers.choose(id: try trainers.trainers()[1].id)
    let book = StampBook(context: context, timeZone: .gmt)
    let actions = ActionRepository(context: context)
    for title in ["a", "b"] {
      let goal = Goal(title: title)
      context.insert(goal)
      let action = try actions.add("read \(title)", to: goal, reminder: TimeOfDay("07:30"))
      for number in 1...4 {
        let day = Day(number: number)
        try book.stamp(goal, on: day)
        try actions.tick(id: action.id, on: day, today: day)
      }
    }
    try trainers.unlockEarnedRewards()
    try keepWholeMilliseconds(context)
    let now = Date(timeIntervalSince1970: 1_750_000_000.25)
    let backup = try AppcadiaBackup(of: context, at: now)
    let data = try JSONEncoder().encode(backup)
    try backup.noteSaved(in: context)
    var contents = try AppcadiaContents(of: context)
    #expect(contents.settings.map(\.lastBackupDate) == [now])
    // The note of the backup is newer than its contents.
    let saved = try #require(try backupSettings(data))
    contents.settings[0].updatedAt = saved.updatedAt
    return (data, contents)
  }

  /// Rounds the times of all models, since kinds of stores keep them with different precision.
  private func keepWholeMilliseconds(_ context: ModelContext) throws {
    func round<Model: PersistentModel>(_ property: ReferenceWritableKeyPath<Model, Date>) throws {
      for model in try context.fetch(FetchDescriptor<Model>()) { model[keyPath: property].round() }
    }
    try round(\Trainer.createdAt)
    try round(\Goal.createdAt)
    try round(\DailyAction.createdAt)
    try round(\Stamp.stampedAt)
    try round(\Completion.completedAt)
    try round(\AppSettings.createdAt)
    try round(\AppSettings.updatedAt)
    for reward in try context.fetch(FetchDescriptor<Reward>()) { reward.unlockedAt?.round() }
    try context.save()
  }

  private func backupSettings(_ data: Data) throws -> AppcadiaContents.Settings? {
    let container = try ModelContainer.appcadia(ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    try JSONDecoder().decode(AppcadiaBackup.self, from: data).restore(to: context)
    return try AppcadiaContents(of: context).settings.first
  }

  @Test(arguments: ExampleStore.allCases)
  func programBacksUpAndRestores(_ store: ExampleStore) async throws {
    try await withProgram(Appcadia.program, on: store) { program async throws in
      _ = await program("add", "英語")
      _ = await program("stamp", "英語")
      let file = try program.file("x", "") + ".backup"
      #expect(await program("settings").output.contains("last backup         none"))
      #expect(await program("backup", file).output == "Saved 1 goal and 1 stamp to \(file).\n")
      let settings: SettingsRecord = try await program("settings", "--json").decoded()
      #expect(settings.lastBackup != nil)
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(await program("backup", file).code == .exists)
      #expect(await program("backup", file, "--force").code == .success)
      _ = await program("unstamp", "英語")
      _ = await program("add", "Later")
      let refused = await program("restore", file)
      #expect(refused.code == .refused)
      #expect(refused.messages.contains("the store has 2 goals"))
      #expect(
        await program("restore", file, "--replace").output == "Restored 1 goal and 1 stamp.\n")
      let goals: [GoalRecord] = try await program("goals", "--all", "--json").decoded()
      #expect(goals.map(\.title) == ["英語"])
      #expect(goals.map(\.totalStamps) == [1])
      #expect(await program("trainers").output.split(separator: "\n").count == 3)
      let odd = await program("restore", try program.file("odd", "{}"))
      #expect(odd.code == .failure)
      #expect(odd.messages.contains("is not a complete backup."))
    }
  }

  @Test(arguments: ExampleStore.allCases)
  func feedAndDueRemindersAreWritten(_ store: ExampleStore) async throws {
    try await withProgram(Appcadia.program, on: store) { program async throws in
      _ = await program("add", "英語")
      _ = await program("action", "英語", "単語", "--remind", "7:30")
      let off = await program("remind", "--minutes", "1440")
      #expect(off.output.isEmpty)
      #expect(off.messages.contains("Notifications are off."))
      let file = try program.file("x", "") + ".ics"
      #expect(await program("feed", file).output == "Wrote 1 reminder to \(file).\n")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n"))
      #expect(text.contains("T073000\r\nRRULE:FREQ=DAILY\r\nSUMMARY:単語\r\n"))
      _ = await program("settings", "notifications", "on")
      let due = await program("remind", "--minutes", "1440")
      #expect(due.output.contains("⏰ 07:30  単語  (英語)\n"))
      #expect(due.output.contains("⏰ 20:00  英語\n"))
      _ = await program("tick", "英語", "単語", "--date", "today")
      _ = await program("tick", "英語", "単語", "--date", "yesterday")
      #expect(!(await program("remind", "--minutes", "1440").output.contains("単語")))
      #expect(await program("remind", "--minutes", "0").code == .usage)
    }
  }
}

extension AppcadiaContents {
  /// The contents with times in whole milliseconds, which every kind of store has.
  fileprivate var rounded: AppcadiaContents {
    var contents = self
    for index in trainers.indices { contents.trainers[index].createdAt.round() }
    for index in goals.indices { contents.goals[index].createdAt.round() }
    for index in actions.indices { contents.actions[index].createdAt.round() }
    for index in stamps.indices { contents.stamps[index].stampedAt.round() }
    for index in completions.indices { contents.completions[index].completedAt.round() }
    for index in rewards.indices {
      contents.rewards[index].unlockedAt?.round()
    }
    for index in settings.indices {
      contents.settings[index].createdAt.round()
      contents.settings[index].updatedAt.round()
    }
    return contents
  }
}

extension Date {
  /// Rounds to whole milliseconds.
  fileprivate mutating func round() {
    let time = (timeIntervalSinceReferenceDate * 1_000).rounded()
    self = Date(timeIntervalSinceReferenceDate: time / 1_000)
  }
}
