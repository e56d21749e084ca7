import ExampleSupport
import Foundation
import ReadItLaterCore

/// The bookmarks that were deleted last, in a file next to the store, from which `undo` restores
/// them.
///
/// Each line is a bookmark. Lines are only appended, so several programs can write at once.
struct DeletionLog {
  private struct Line: Codable {
    /// The store, if it is on a server: such stores share the file in the user's data folder.
    var server: String?
    var bookmark: StoredBookmark
  }

  /// The number of bytes from which the older half of the file is removed.
  private static let limit = 200_000

  private let url: URL
  private let server: String?

  init(of session: Session) {
    url = URL(fileURLWithPath: session.location.url.path + "-deleted")
    server = session.location.server?.name
  }

  /// Records a deletion; if that fails, warns that it cannot be undone.
  func append(_ bookmark: StoredBookmark, warningOn terminal: Terminal) {
    do {
      let line = try JSONEncoder().encode(Line(server: server, bookmark: bookmark))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try shorten()
      let file = open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
      try FileHandle(fileDescriptor: file, closeOnDealloc: true)
        .write(contentsOf: line + Data("\n".utf8))
    } catch {
      terminal.warn("The deletion cannot be undone: \(error.sentence)")
    }
  }

  /// The deleted bookmarks of the store, the last one first.
  func bookmarks() -> [StoredBookmark] {
    lines.reversed()
      .compactMap { try? JSONDecoder().decode(Line.self, from: Data($0)) }
      .filter { $0.server == server }.map(\.bookmark)
  }

  private var lines: [Data.SubSequence] {
    guard FileKind(ofPath: url.path) == .file, let data = try? Data(contentsOf: url) else {
      return []
    }
    return data.split(separator: UInt8(ascii: "\n"))
  }

  private func shorten() throws {
    let all = lines
    guard all.reduce(0, { $0 + $1.count }) > Self.limit else { return }
    let kept = all.suffix(all.count / 2).map { $0 + Data("\n".utf8) }
    try Data(kept.joined()).write(to: url, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
  }
}
