import AppcadiaCore
import ExampleSupport
import Foundation

/// The result of a backup in JSON.
struct BackupRecord: Codable, Equatable {
  var path: String
  var createdAt: Date
  var goals: Int
  var stamps: Int

  init(_ backup: AppcadiaBackup, path: String) {
    self.path = path
    createdAt = backup.createdAt
    goals = backup.goalCount
    stamps = backup.stampCount
  }

  var contents: String {
    "\(StreakText.count(goals, "goal")) and \(StreakText.count(stamps, "stamp"))"
  }
}

/// `backup FILE`.
struct BackupCommand: Command {
  static let name = "backup"
  static let synopsis = "FILE [--force]"
  static let summary = "Save a copy of everything in the store to a file."
  static let options: Set<CommandOption> = [.force]

  let file: OutputFile
  let overwrites: Bool

  init(_ invocation: Invocation) throws {
    file = OutputFile(try invocation.arguments(1...1)[0])
    overwrites = invocation[.force] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    try file.check(overwrites: overwrites)
    let context = try session.openStore().context
    let backup = try AppcadiaBackup(of: context)
    try file.write(JSONEncoder().encode(backup), overwrites: overwrites, isPrivate: true)
    try backup.noteSaved(in: context)
    let record = BackupRecord(backup, path: file.url.path)
    try session.print(record) { "Saved \(record.contents) to \(file.path)." }
    return .success
  }
}

/// `restore FILE`.
struct RestoreCommand: Command {
  static let name = "restore"
  static let synopsis = "FILE [--replace]"
  static let summary = "Put the copy in a file of backup into the store."
  static let details = """
    The store may be in a file or in a database, and must have no goals, unless --replace is given.
    """
  static let options: Set<CommandOption> = [.replace]

  private static let wanted = "a file that appcadia backup wrote"

  let path: String
  let replaces: Bool

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
    replaces = invocation[.replace] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let data = try InputFile(path, wanted: Self.wanted).read()
    let context = try session.openStore().context
    let backup: AppcadiaBackup
    do {
      backup = try JSONDecoder().decode(AppcadiaBackup.self, from: data)
    } catch {
      throw CommandFailure(
        "“\(path)” is not a complete backup.", advice: "Give \(Self.wanted).", .wrongContents)
    }
    do {
      try backup.restore(to: context, replacing: replaces)
    } catch let error as AppcadiaError {
      throw CommandFailure(error.sentence, advice: "To replace them: --replace", .refused)
    }
    let record = BackupRecord(backup, path: path)
    try session.print(record) { "Restored \(record.contents)." }
    return .success
  }
}

extension CommandOption {
  fileprivate static let replace = CommandOption(
    "replace", "Replace everything in the store with the backup.")
}
