import AppcadiaCore
import ExampleSupport

/// `choose TRAINER`.
struct ChooseCommand: Command {
  static let name = "choose"
  static let synopsis = "TRAINER"
  static let summary = "Choose a trainer."
  static let details = """
    TRAINER is a name or type, a part of either that no other trainer contains, or the beginning of
    an ID from trainers.
    """

  let trainer: String

  init(_ invocation: Invocation) throws {
    trainer = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let (chosen, unlocked) = try store.trainers.choose(id: store.trainer(named: trainer).id)
    try session.print(TrainerRecord(chosen)) {
      (["\(chosen.name.printable) is your trainer now."]
        + RewardText.unlocked(unlocked, on: session.terminal)).joined(separator: "\n")
    }
    return .success
  }
}
