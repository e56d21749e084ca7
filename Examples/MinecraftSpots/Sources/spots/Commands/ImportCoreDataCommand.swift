import ExampleSupport
import Foundation
import MinecraftSpotsCore
import SwiftData

/// `import-core-data FILE`.
struct ImportCoreDataCommand: Command {
  static let name = "import-core-data"
  static let synopsis = "FILE [--images FOLDER]"
  static let summary = "Import the spots of the app's first version, which used Core Data."
  static let details = """
    FILE is the app's Core Data store, which is read but not changed. Spots and worlds that were
    imported before are skipped. Spots whose pictures could not be read then get them when you import
    the store again with the folder of the pictures.
    """
  static let options: Set<CommandOption> = [.images]

  let path: String
  let images: String?

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
    images = invocation[.images]
  }

  func run(in session: Session) async throws -> ExitCode {
    let file = InputFile(path, wanted: Self.wanted)
    try file.check()
    let folder = try PictureTransfer(imagesIn: images).folder(ofStoreAt: file.url)
    let coreData = try open(file.url)
    let store = try session.openStore()
    let migration = CoreDataMigration(
      coreData: coreData, images: LocalImageRepository(folder: folder), to: store.container)
    let report = try await run(migration)
    try session.print(report) {
      "Imported \(report.items.counted("spot")) and \(report.worlds.counted("world"))"
        + (report.known > 0 ? "; \(report.known) already existed" : "")
        + (report.completedItems > 0 ? ", \(report.completedItems) got their picture." : ".")
    }
    warn(about: report, in: folder, on: session.terminal)
    return .success
  }

  private static let wanted = "the Core Data store of the app's first version"

  private func open(_ url: URL) throws -> CoreDataManager {
    do {
      return try CoreDataManager(url: url)
    } catch {
      throw unreadable(error)
    }
  }

  private func run(_ migration: CoreDataMigration) async throws -> CoreDataMigration.Report {
    do {
      return try await migration.migrateCoreDataToSwiftData()
    } catch let error as CoreDataMigration.ReadError {
      throw unreadable(error.underlying)
    }
  }

  private func unreadable(_ error: any Error) -> CommandFailure {
    switch error {
    case SwiftDataError.storeIsCorrupt:
      CommandFailure(
        "“\(path)” is damaged or incomplete. Nothing was imported.",
        advice: "Copy it again, or restore it from a backup.", .storeDamaged)
    case SwiftDataError.storeIsNotADatabase, SwiftDataError.storeSchemaMismatch:
      CommandFailure(
        "“\(path)” is not \(Self.wanted).", advice: "Give the file that the first version wrote.",
        .wrongContents)
    default:
      CommandFailure(
        "“\(path)” could not be read. \(error.sentence)",
        advice: "Check that it is \(Self.wanted), and that you may read it.", .fileUnreadable)
    }
  }

  private func warn(about report: CoreDataMigration.Report, in folder: URL, on terminal: Terminal) {
    for name in report.missingImages.prefix(3) {
      terminal.warn("the picture \(name.printable) could not be read in \(folder.path)")
    }
    let rest = report.missingImages.count - 3
    if rest > 0 { terminal.warn("\(rest.counted("more picture")) could not be read") }
    guard !report.missingImages.isEmpty else { return }
    terminal.note(
      "Their spots have no pictures now. To add them: spots import-core-data \(path) --images FOLDER"
    )
  }
}
