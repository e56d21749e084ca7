import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// `export-all FOLDER`.
struct ExportAllCommand: Command {
  static let name = "export-all"
  static let synopsis = "FOLDER"
  static let summary = "Write all worlds, spots and pictures to a new folder."
  static let details = "import-all reads the folder into another store, in a file or a database."

  let path: String

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let folder = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
    guard FileKind(ofPath: folder.path) == nil else {
      throw CommandFailure(
        "“\(path)” was not written: it already exists.", advice: "Give the name of a new folder.",
        .fileExists)
    }
    let store = try session.openStore()
    let report: SpotsTransfer.Report
    do {
      report = try SpotsTransfer(store.container).export(to: folder)
    } catch let error as CocoaError {
      throw CommandFailure(
        "“\(path)” could not be written. \(error.sentence)",
        advice: "Check that its folder exists and that you may write to it.", .fileUnwritable)
    }
    try session.print(report) { "Wrote \(report.contents) to \(path)." }
    return .success
  }
}

/// `import-all FOLDER`.
struct ImportAllCommand: Command {
  static let name = "import-all"
  static let synopsis = "FOLDER"
  static let summary = "Add the worlds, spots and pictures of a folder that export-all wrote."
  static let details = """
    They keep their IDs and dates. What the store has already is not changed. A world whose name
    another one has gets a number.
    """

  let path: String

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
  }

  func run(in session: Session) async throws -> ExitCode {
    let folder = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
    guard FileKind(ofPath: folder.path) == .folder else {
      throw CommandFailure(
        "“\(path)” is not a folder.", advice: "Give a folder that export-all wrote.", .fileNotFound)
    }
    let store = try session.openStore()
    let report: SpotsTransfer.Report
    do {
      report = try SpotsTransfer(store.container).importAll(from: folder)
    } catch let error as SpotsTransfer.ReadError {
      throw CommandFailure(error, .wrongContents)
    }
    try session.print(report) {
      "Imported \(report.contents)"
        + (report.known > 0 ? "; \(report.known) already existed." : ".")
    }
    for (old, name) in report.renamedWorlds.sorted(by: { $0.key < $1.key }) {
      session.terminal.note(
        "The world “\(old.printable)” is called “\(name.printable)”: its name was taken.")
    }
    return .success
  }
}

extension SpotsTransfer.Report {
  fileprivate var contents: String {
    "\(worlds.counted("world")), \(spots.counted("spot")) and \(pictures.counted("picture"))"
  }
}
