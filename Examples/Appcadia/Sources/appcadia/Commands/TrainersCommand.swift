import AppcadiaCore
import ExampleSupport

/// `trainers`.
struct TrainersCommand: Command {
  static let name = "trainers"
  static let synopsis = ""
  static let summary = "Show the trainers to choose from."

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
  }

  func run(in session: Session) async throws -> ExitCode {
    let trainers = try session.openStore().trainers.trainers()
    try session.print(trainers.map(TrainerRecord.init)) {
      let identifiers = ShortIdentifiers(trainers.map(\.id))
      let width = trainers.map(\.name.printable.displayWidth).max() ?? 0
      return trainers.map { trainer in
        let name = trainer.name.printable.padded(to: width)
        let mark = trainer.isSelected ? session.terminal.styled("*", .green) : " "
        let id = session.terminal.styled(identifiers[trainer.id], .yellow)
        return
          "\(mark) \(id)  \(session.terminal.styled(name, .bold))  \(trainer.type.padded(to: 9))  "
          + trainer.description.printable
      }.joined(separator: "\n")
    }
    return .success
  }
}
