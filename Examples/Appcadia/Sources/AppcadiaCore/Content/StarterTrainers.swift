import Foundation
import SwiftData

/// The trainers that are included in the app.
package enum StarterTrainers {
  /// Adds missing trainers and rewards to the store, and saves.
  ///
  /// A store without trainers gets all of them. A store without rewards, which version 1.0 of the
  /// app left, gets those of the starter trainers that it has.
  ///
  /// - Parameters:
  ///   - context: The context of the store.
  ///   - now: The current time.
  /// - Throws: An error of the store.
  package static func install(in context: ModelContext, at now: Date = .now) throws {
    guard try lacksRewards(context) else { return }
    // Programs that start at once install the trainers once.
    try context.serially { if try lacksRewards(context) { try insert(in: context, at: now) } }
  }

  private static func lacksRewards(_ context: ModelContext) throws -> Bool {
    try context.fetchCount(FetchDescriptor<Reward>()) == 0
  }

  private static func insert(in context: ModelContext, at now: Date) throws {
    let present = try context.fetch(FetchDescriptor<Trainer>())
    for (index, outline) in outlines.enumerated() {
      if let trainer = present.first(where: { $0.voicePrefix == outline.voicePrefix }) {
        insertRewards(of: outline, for: trainer, in: context)
      } else if present.isEmpty {
        let trainer = outline.trainer(createdAt: now.addingTimeInterval(Double(index) / 1_000))
        context.insert(trainer)
        insertRewards(of: outline, for: trainer, in: context)
      }
    }
  }

  private static func insertRewards(
    of outline: TrainerOutline, for trainer: Trainer, in context: ModelContext
  ) {
    for reward in outline.rewards(of: trainer) {
      context.insert(reward)
      reward.trainer = trainer
    }
  }

  private static let outlines = [
    TrainerOutline(
      name: "ひなた", type: .energetic, key: "hinata", description: "いつも元気な応援団長",
      personality: "明るく前向きで、小さな一歩も大きく喜ぶ",
      words: ["はじめの一歩だね！", "一週間、すごいよ！", "三十個、最高！", "百個達成、伝説だ！"]),
    TrainerOutline(
      name: "しずく", type: .calm, key: "shizuku", description: "静かに寄り添う聞き手",
      personality: "穏やかで、休む日も責めない",
      words: ["よい始まりです。", "七つ、よく続きました。", "三十の積み重ね、見事です。", "百という景色です。"]),
    TrainerOutline(
      name: "いわお", type: .strict, key: "iwao", description: "甘やかさない師範",
      personality: "厳しいが、努力は必ず認める",
      words: ["始めたなら続けよ。", "七日か。まだ入口だ。", "三十。認めよう。", "百。見事である。"]),
  ]
}

/// The description of a trainer, from which one is created in a store.
private struct TrainerOutline {
  var name: String
  var type: TrainerType
  /// The prefix of the names of pictures and sound files.
  var key: String
  var description: String
  var personality: String
  /// The trainer's words at each of the thresholds.
  var words: [String]

  var voicePrefix: String { "\(key)-" }

  private static let steps: [(Int32, RewardType, String, RewardRarity, RewardCategory)] = [
    (1, .voice, "はじめの声", .common, .encouragement),
    (7, .badge, "七つ星", .common, .celebration),
    (30, .illustration, "三十日の絵", .rare, .celebration),
    (100, .badge, "百日章", .legendary, .milestone),
  ]

  func trainer(createdAt: Date) -> Trainer {
    Trainer(
      name: name, type: type, avatarImageName: "\(key)-avatar", voicePrefix: voicePrefix,
      description: description, personality: personality, createdAt: createdAt)
  }

  func rewards(of trainer: Trainer) -> [Reward] {
    zip(Self.steps, words).map { step, words in
      let (threshold, type, name, rarity, category) = step
      return Reward(
        trainerId: trainer.id, type: type, name: name, description: words, threshold: threshold,
        contentFileName: "\(key)-\(type.rawValue)-\(threshold)", rarity: rarity,
        category: category)
    }
  }
}
