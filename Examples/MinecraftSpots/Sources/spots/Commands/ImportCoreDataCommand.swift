import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// `import-core-data FILE`.
struct ImportCoreDataCommand: Command {
  static let name = "import-core-data"
  static let synopsis = "FILE [--images FOLDER]"
  static let summary = "Bring over the spots of the app's first version, which used Core Data."
  static let details = """
    FILE is the app's Core Data store; it is read where it is and not changed. What was brought over
    before is left as it is.
    """
  static let options: Set<CommandOption> = [.images]

  let path: String
  let images: String?

  init(_ invocation: Invocation) throws {
    path = try invocation.arguments(1...1)[0]
    images = invocation[.images]
  }

  func run(in session: Session) async throws -> ExitCode {
    let store = try session.openStore()
    let url = Self.url(path)
    let folder = images.map(Self.url) ?? url.deletingLastPathComponent()
    let migration = CoreDataMigration(
      coreData: try open(url), images: LocalImageRepository(folder: folder), to: store.container)
    let report = try await migration.migrateCoreDataToSwiftData()
    try session.print(report) {
      "Brought over \(report.items) spots and \(report.worlds) worlds"
        + (report.known > 0 ? "; \(report.known) were there already." : ".")
    }
    warn(about: report, in: folder, on: session.terminal)
    return .success
  }

  private func open(_ url: URL) throws -> CoreDataManager {
    do {
      return try CoreDataManager(url: url)
    } catch {
      throw CommandFailure(
        """
        \(path) could not be read: \(error)
        Check that it is the Core Data store of the app's first version.
        """)
    }
  }

  private func warn(about report: CoreDataMigration.Report, in folder: URL, on terminal: Terminal) {
    for name in report.missingImages.prefix(3) {
      terminal.warn("the picture \(name.printable) could not be read in \(folder.path)")
    }
    let rest = report.missingImages.count - 3
    if rest > 0 { terminal.warn("\(rest) more pictures could not be read") }
  }

  private static func url(_ path: String) -> URL {
    URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
  }
}
