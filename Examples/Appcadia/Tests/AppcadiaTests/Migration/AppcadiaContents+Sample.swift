import ExampleTestSupport
import Foundation

extension AppcadiaContents {
  static let history = StoreHistory(
    system: "Appcadia", versions: versions, sample: sample,
    // Versions only add entities.
    expected: { contents, _ in contents })

  private static func sample(_ version: Int) -> AppcadiaContents {
    var contents = AppcadiaContents()
    contents.trainers = (0..<3).map(trainer)
    contents.goals = (0..<5).map(goal)
    contents.actions = (0..<9).map(action)
    contents.stamps = (0..<31).map(stamp)
    if version >= 1 { contents.rewards = (0..<10).map(reward) }
    if version >= 2 { contents.settings = [settings] }
    if version >= 3 { contents.completions = (0..<4).map(completion) }
    return contents.connected
  }

  /// The same contents with the inverses of all relationships.
  private var connected: AppcadiaContents {
    var contents = self
    for index in goals.indices {
      let id = goals[index].id
      contents.goals[index].actions = Set(actions.filter { $0.goal == id }.map(\.id))
      contents.goals[index].stamps = Set(stamps.filter { $0.goal == id }.map(\.id))
    }
    for index in trainers.indices {
      let id = trainers[index].id
      contents.trainers[index].rewards = Set(rewards.filter { $0.trainer == id }.map(\.id))
    }
    return contents
  }

  private static func id(_ kind: UInt8, _ number: Int) -> UUID {
    UUID(uuid: (kind, UInt8(number), 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 1))
  }

  private static func time(_ number: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: 770_000_000.125 + 86_400.5 * Double(number))
  }

  private static func trainer(_ number: Int) -> Trainer {
    Trainer(
      id: id(1, number), name: ["ひなた", "しずく", "いわお"][number],
      type: ["energetic", "calm", "strict"][number], isSelected: number == 1,
      avatarImageName: "avatar-\(number)", voicePrefix: "\(number)-", description: "",
      personality: "穏やか", createdAt: time(number))
  }

  private static func goal(_ number: Int) -> Goal {
    Goal(
      id: id(2, number), title: "英語 \(number)", category: number == 0 ? "" : "学習",
      targetDescription: "話す", isActive: number != 3, createdAt: time(number),
      targetEndDate: number % 2 == 0 ? time(300 + number) : nil, motivation: "旅",
      difficulty: Int16(number + 1), totalStamps: number == 4 ? .max : Int32(number),
      currentStreak: 2, bestStreak: 9, lastStampDate: number == 0 ? nil : time(number))
  }

  /// Sample actions; the last three belong to no goal.
  private static func action(_ number: Int) -> Action {
    let goal = number < 6 ? id(2, number % 4) : nil
    return Action(
      id: id(3, number), goalId: goal ?? id(9, 9), title: "単語 \(number)", description: "a\nb",
      isRequired: number % 2 == 0, estimatedMinutes: .max, reminderHour: Int16(number),
      reminderMinute: 59, isReminderEnabled: number % 3 == 0, sortOrder: Int16(-number),
      createdAt: time(number), goal: goal)
  }

  private static func stamp(_ number: Int) -> Stamp {
    let goal = number == 30 ? nil : id(2, number % 5)
    return Stamp(
      id: id(4, number), goalId: goal ?? id(9, 9), date: time(number), stampedAt: time(number + 1),
      note: number % 3 == 0 ? "もう一歩" : nil, stampType: number % 4 == 0 ? "bonus" : "regular",
      mood: number % 5 == 0 ? "🙂" : nil, difficulty: Int16(number % 5 + 1), goal: goal)
  }

  private static func reward(_ number: Int) -> Reward {
    let trainer = number == 9 ? nil : id(1, number % 2)
    return Reward(
      id: id(5, number), trainerId: trainer ?? id(9, 9), type: "voice", name: "声 \(number)",
      description: "よい始まりです。", threshold: Int32(number), isUnlocked: number < 4,
      unlockedAt: number < 4 ? time(number) : nil, contentFileName: "voice-\(number)",
      rarity: "rare", category: "milestone", trainer: trainer)
  }

  private static func completion(_ number: Int) -> Completion {
    Completion(
      id: id(7, number), actionId: id(3, number % 2), goalId: id(2, number % 2),
      date: time(number), completedAt: time(number + 1))
  }

  private static let settings = Settings(
    id: id(6, 0), selectedTrainerId: id(1, 1), isFirstLaunch: false, voiceVolume: 0.3,
    notificationEnabled: true, preferredNotificationTime: time(0), themeMode: "dark",
    language: "en", lastBackupDate: time(7), totalAppUsageDays: 365, createdAt: time(1),
    updatedAt: time(2))
}
