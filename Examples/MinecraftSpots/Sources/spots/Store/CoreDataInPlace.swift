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
      terminal.warn("a spot comes without its picture. \(picture.reason.printable)")
    }
    let rest = report.unreadable.count - Self.namesShown
    if rest > 0 { terminal.warn("\(rest) more spots come without their pictures") }
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
      The store \(url.path) names \(count == 1 ? "a picture" : "\(count) pictures") that cannot be \
      read in \(report.folder): \(list). It was not migrated, and is as it was.
      """,
      advice: """
        If they are in another folder: spots migrate --images FOLDER --store \(url.path)
        To go on without them and keep the old file: spots migrate --without-pictures --store \
        \(url.path)
        To copy the spots into another store: spots import-core-data \(url.path)
        """, .picturesMissing)
  }

  /// The path of a file beside the store that does not exist yet.
  private var unusedFile: URL {
    let version = CoreDataSchema.versionIdentifier
    let names = (1...).lazy.map { number in
      url.path + ".backup-\(version)" + (number == 1 ? "" : "-\(number)")
    }
    let path = names.first { !FileManager.default.fileExists(atPath: $0) } ?? url.path
    return URL(fileURLWithPath: path)
  }
}
