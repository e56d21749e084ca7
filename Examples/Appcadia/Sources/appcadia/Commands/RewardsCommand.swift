import AppcadiaCore
import ExampleSupport

/// `rewards`.
struct RewardsCommand: Command {
  static let name = "rewards"
  static let synopsis = ""
  static let summary =
    "Unlock the rewards that you have earned, and show all of your trainer's rewards."

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  func run(in session: Session) async throws -> ExitCode {
    let trainers = try session.openStore().trainers
    guard let trainer = try trainers.selected() else {
      throw CommandFailure(
        "There are no rewards to show: you have not chosen a trainer.",
        advice: "Choose one: appcadia choose TRAINER", .notFound)
    }
    try trainers.unlockEarnedRewards()
    let rewards = try trainers.rewards(of: trainer)
    let count = try trainers.stampCount()
    try session.print(rewards.map(RewardRecord.init)) {
      let heading = "\(trainer.name.printable), \(StreakText.count(count, "stamp"))"
      return
        ([session.terminal.styled(heading, .bold)]
        + RewardText.lines(rewards, stamps: count, on: session.terminal)).joined(separator: "\n")
    }
    return .success
  }
}
