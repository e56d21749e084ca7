import ExampleSupport
import MinecraftSpotsCore

/// `migrate`, which also imports the pictures of a Core Data store.
struct MigrateSpotsCommand: Command {
  static let name = "migrate"
  static let synopsis = "[--images FOLDER] [--without-pictures]"
  static let summary = MigrateCommand.summary
  static let details = """
    A Core Data store contains only the names of its picture files; the new store contains the
    pictures. A backup of the old store is always kept in the same folder. If a picture cannot be
    read, nothing is migrated, unless you give --without-pictures.
    """
  static let options: Set<CommandOption> = [.images, .withoutPictures]

  let images: String?
  let skipsUnreadable: Bool

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    images = invocation[.images]
    skipsUnreadable = invocation[.withoutPictures] != nil
  }

  func run(in session: Session) async throws -> ExitCode {
    let pictures = try PictureTransfer(imagesIn: images, skipsUnreadable: skipsUnreadable)
    let report = try session.migrationReport(of: SwiftDataMigrationPlan.self)
    let outcome = MigrateCommand.Outcome(report, ofStoreAt: session.location.url)
    if outcome.migrated { _ = try session.openSpots(pictures) }
    try session.print(outcome) { outcome.text }
    return .success
  }
}
