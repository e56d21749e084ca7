import ExampleSupport
import Foundation
import MinecraftSpotsCore

/// A store about to be opened, which is migrated in place if Core Data wrote it.
struct CoreDataInPlace {
  private let url: URL
  private let pictures: PictureTransfer

  init(_ url: URL, _ pictures: PictureTransfer) {
    (self.url, self.pictures) = (url, pictures)
  }

  /// The file for a copy of the store before the migration; nil if there is nothing to migrate.
  ///
  /// - Throws: `CommandFailure` if pictures would be lost; the error of a store that cannot be
  ///   read.
  func backup(reportingTo terminal: Terminal) throws -> URL? {
    guard let report = try PictureReport.ofStore(at: url, pictures) else { return nil }
    guard report.unreadable.isEmpty || pictures.skipsUnreadable else { throw refusal(report) }
    for picture in report.unreadable.prefix(Self.namesShown) {
      let spots =
        picture.spots == 1
        ? "a spot is migrated without its picture"
        : "\(picture.spots) spots are migrated without their picture"
      terminal.warn("\(spots). \(picture.reason.printable)")
    }
    let rest = report.unreadable.dropFirst(Self.namesShown).reduce(0) { $0 + $1.spots }
    if rest > 0 {
      terminal.warn(
        rest == 1
          ? "1 more spot is migrated without its picture."
          : "\(rest) more spots are migrated without their pictures.")
    }
    return unusedFile
  }

  private static let namesShown = 3

  private func refusal(_ report: PictureReport) -> CommandFailure {
    let names = report.unreadable.prefix(Self.namesShown).map { "“\($0.name.printable)”" }
    let rest = report.unreadable.count - names.count
    let list = names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    let count = report.unreadable.count
    return CommandFailure(
      """
      The store \(url.path) was not migrated, and is unchanged. It names \
      \(count == 1 ? "a picture" : "\(count) pictures") that cannot be read in \
      \(report.folder): \(list).
      """,
      advice: """
        If they are in another folder: spots migrate --images FOLDER --store \(url.path)
        To continue without them and keep the old file: spots migrate --without-pictures --store \
        \(url.path)
        To copy the spots into another store: spots import-core-data \(url.path)
        """, .picturesMissing)
  }

  /// The path of a file next to the store that does not exist yet.
  private var unusedFile: URL {
    let version = CoreDataSchema.versionIdentifier
    let names = (1...).lazy.map { number in
      url.path + ".backup-\(version)" + (number == 1 ? "" : "-\(number)")
    }
    let path = names.first { !FileManager.default.fileExists(atPath: $0) } ?? url.path
    return URL(fileURLWithPath: path)
  }
}
