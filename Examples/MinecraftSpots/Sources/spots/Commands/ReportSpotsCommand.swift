import ExampleSupport
import MinecraftSpotsCore
import SwiftData

/// `report`, which also shows what a migration would do with the pictures of a Core Data store.
struct ReportSpotsCommand: Command {
  static let name = ReportCommand.name
  static let synopsis = "[--images FOLDER]"
  static let summary = ReportCommand.summary
  static let options: Set<CommandOption> = [.images]

  let images: String?

  /// A migration report of the library, extended with the pictures, of which the library is
  /// unaware.
  private struct Report: Encodable {
    let migration: MigrationReport
    let pictures: PictureReport?

    private enum Key: CodingKey { case pictures }

    func encode(to encoder: any Encoder) throws {
      try migration.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(pictures, forKey: .pictures)
    }
  }

  init(_ invocation: Invocation) throws {
    _ = try invocation.arguments(0...0)
    images = invocation[.images]
  }

  func run(in session: Session) async throws -> ExitCode {
    let transfer = try PictureTransfer(imagesIn: images)
    let migration = try session.migrationReport(of: SwiftDataMigrationPlan.self)
    let pictures =
      migration.isNeeded
      ? try PictureReport.ofStore(at: session.location.url, transfer) : nil
    try session.print(Report(migration: migration, pictures: pictures)) {
      ReportCommand.text(migration) + (pictures.map { "\n" + Self.text($0) } ?? "")
    }
    return .success
  }

  private static func text(_ pictures: PictureReport) -> String {
    var lines = [
      "Pictures: \(pictures.readable) to copy into the store from \(pictures.folder.printable).",
      "The files are not changed, and a backup of the old store is saved next to it.",
    ]
    if !pictures.unreadable.isEmpty {
      lines.append(
        "\(pictures.unreadable.count) cannot be read, so the store will not be migrated. Give "
          + "their folder with --images, or migrate without them with --without-pictures:")
      lines += pictures.unreadable.map { "  \($0.reason.printable)" }
    }
    return lines.joined(separator: "\n")
  }
}
