import AppcadiaCore
import ExampleSupport

/// Formats rewards as lines of text.
enum RewardText {
  /// Lines about rewards that were just unlocked.
  static func unlocked(_ rewards: [Reward], on terminal: Terminal) -> [String] {
    rewards.map { reward in
      "🎁 " + terminal.styled(reward.name.printable, .green) + "  \(reward.description.printable)"
    }
  }

  /// A table of rewards: lock, threshold, name, kind, and the trainer's words or the number of
  /// missing stamps.
  static func lines(_ rewards: [Reward], stamps: Int, on terminal: Terminal) -> [String] {
    let numbers = rewards.map { "\($0.threshold)".count }.max() ?? 0
    let names = rewards.map(\.name.printable.displayWidth).max() ?? 0
    let kinds = rewards.map(kind).map(\.displayWidth).max() ?? 0
    return rewards.map { reward in
      let number = "\(reward.threshold)"
      let columns = [
        reward.isUnlocked ? "🔓" : "🔒",
        String(repeating: " ", count: numbers - number.count) + number,
        reward.name.printable.padded(to: names), kind(reward).padded(to: kinds),
        reward.isUnlocked ? reward.description.printable : missing(reward, stamps: stamps),
      ]
      let line = columns.joined(separator: "  ")
      return reward.isUnlocked ? line : terminal.styled(line, .dim)
    }
  }

  private static func kind(_ reward: Reward) -> String {
    "\(reward.rarity.printable) \(reward.type.printable)"
  }

  private static func missing(_ reward: Reward, stamps: Int) -> String {
    StreakText.count(max(0, Int(reward.threshold) - stamps), "stamp") + " to go"
  }
}
