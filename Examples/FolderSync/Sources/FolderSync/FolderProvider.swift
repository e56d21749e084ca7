import DataSync
import Foundation
import SafeFolders

/// Stores records as files in a folder that several devices share, such as a folder on a file
/// server.
///
/// A file in `records` contains the newest version of a record, `42.NAME.saved`, or marks it as
/// deleted, `42.NAME.deleted`; 42 is the number of the change. `pieces` contains the pieces of
/// large values. `place` contains the name of the place and the number up to which deletions are
/// forgotten. A device locks `lock` for exclusive access.
public struct FolderProvider: SyncRecordReading {
  /// The folder's path.
  public let identifier: String
  /// The limits of the folder.
  public let capabilities = SyncCapabilities(maximumWrites: 100, pageSize: 200)
  private let folder: URL
  private let deletionLimit: Int
  private static let characters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Creates a provider; the first sync creates the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which contains nothing else.
  ///   - deletionLimit: How many deletions are kept; a device that missed more compares all
  ///     records.
  public init(_ folder: URL, deletionLimit: Int = 10_000) {
    (self.folder, self.deletionLimit) = (folder, max(2, deletionLimit))
    identifier = "folder:\(folder.standardizedFileURL.path)"
  }

  /// The name of the place in the folder, which differs if another folder is mounted there.
  public func account() async throws -> String? { try await locked { try place().name } }

  /// Some of the changes since a cursor.
  ///
  /// The cursor contains the number of the change, and what was forgotten when the reading began.
  public func changes(since cursor: String?, limit: Int) async throws -> SyncPage {
    try await locked {
      let (place, listing) = (try place(), try listing())
      var (start, base) = (0, place.forgotten)
      if let cursor {
        let parts = cursor.split(separator: ".")
        guard parts.count == 3, parts[0] == place.name, let number = Int(parts[1]),
          let known = Int(parts[2]), number <= listing.last, place.forgotten <= max(number, known)
        else { throw Self.expired }
        (start, base) = (number, known)
      }
      let all = listing.newest.values.filter { $0.number > start }
        .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
      let end = all.prefix(max(1, limit)).last?.number ?? listing.last
      let told = all.prefix { $0.number <= end }
      let last = told.count < all.count ? end : listing.last
      return SyncPage(
        changes: try told.map(change),
        cursor: "\(place.name).\(last).\(base)", hasMore: told.count < all.count)
    }
  }

  private static let expired = SyncError(
    .cursorExpired,
    "The changes since the last sync cannot be listed: the folder no longer knows its cursor.",
    advice: "Sync again. All records are compared then.")

  /// The newest version of a record; nil if there is none.
  public func record(named name: String) async throws -> SyncRecord? {
    try await locked {
      try listing().newest[name].flatMap { $0.isDeletion ? nil : try record($0) }
    }
  }

  /// Writes some records, while no other device can access the folder.
  public func write(_ writes: [SyncWrite]) async throws -> [SyncWriteResult] {
    try await locked {
      var listing = try listing()
      let results = try writes.map { try write($0, &listing) }
      try forgetDeletions(listing)
      return results
    }
  }

  private func write(_ write: SyncWrite, _ listing: inout Listing) throws -> SyncWriteResult {
    guard Self.isName(write.name, 64) else {
      return .refused(
        SyncError(
          .invalid, "The record cannot be stored: “\(write.name)” is not a valid file name.",
          advice: "Use up to 64 letters, digits, hyphens and underscores.", record: write.name))
    }
    guard listing.last < ChangeFile.largest else {
      return .refused(
        SyncError(
          .invalid, "The record cannot be stored: the folder has no number left for the change.",
          advice: "Sync with a new folder.", record: write.name))
    }
    let known = listing.newest[write.name].flatMap { $0.isDeletion ? nil : $0 }
    let (tag, bytes): (String?, Data?) =
      switch write {
      case .save(let record): (record.tag, SyncCoding.encode(record))
      case .delete(_, let tag): (tag, nil)
      }
    if bytes == nil, known == nil { return .deleted }
    guard known?.tag == tag else {
      do { return .conflict(try known.map(record)) } catch let error as SyncError {
        return .refused(error)
      }
    }
    let file = ChangeFile(number: listing.last + 1, name: write.name, isDeletion: bytes == nil)
    // The file is replaced atomically.
    try replace(file.path, with: bytes ?? Data())
    if let former = listing.newest.updateValue(file, forKey: write.name) {
      try delete(former.path)
    }
    listing.last = file.number
    return bytes == nil ? .deleted : .saved(tag: file.tag)
  }

  /// Stores a piece of a large value.
  public func store(piece bytes: Data, named name: String) async throws {
    guard Self.isName(name, 96) else {
      throw SyncError(
        .invalid, "The piece of a value cannot be stored: “\(name)” is not a valid file name.",
        advice: "Use up to 96 letters, digits, hyphens and underscores.")
    }
    try await locked { try replace("pieces/\(name)", with: bytes) }
  }

  /// Reads a piece of a large value.
  public func piece(named name: String) async throws -> Data? {
    try await locked { Self.isName(name, 96) ? try read("pieces/\(name)") : nil }
  }

  // The contents of the folder, which are not trusted.
  private struct ChangeFile {
    static let largest = 999_999_999_999_999
    let number: Int
    let name: String
    let isDeletion: Bool
    var tag: String { "\(number)" }
    var path: String { "records/\(number).\(name).\(isDeletion ? "deleted" : "saved")" }
  }
  private typealias Listing = (newest: [String: ChangeFile], last: Int)

  /// The newest file of each record; files with invalid names are ignored.
  private func listing() throws -> Listing {
    var listing = Listing([:], 0)
    for name in try open("records/").folder?.names() ?? [] {
      let parts = "\(name)..".split(separator: ".", omittingEmptySubsequences: false)
      let file = ChangeFile(
        number: Int(parts[0]) ?? 0, name: String(parts[1]), isDeletion: parts[2] == "deleted")
      guard file.path == "records/\(name)", (1...ChangeFile.largest).contains(file.number),
        Self.isName(file.name, 64)
      else { continue }
      listing.last = max(listing.last, file.number)
      guard let known = listing.newest.updateValue(file, forKey: file.name) else { continue }
      // A program was terminated before it deleted the older file.
      let (old, new) = known.number < file.number ? (known, file) : (file, known)
      listing.newest[file.name] = new
      try delete(old.path)
    }
    return listing
  }

  /// The change in a file; a damaged file is reported, so that the others can still be read.
  private func change(_ file: ChangeFile) throws -> SyncChange {
    if file.isDeletion { return .deleted(name: file.name) }
    do { return .saved(try record(file)) } catch let error as SyncError {
      return .unreadable(SyncUnreadable(name: file.name, reason: error))
    }
  }

  private func record(_ file: ChangeFile) throws -> SyncRecord {
    guard let bytes = try read(file.path), var record = try? SyncCoding.record(bytes),
      record.name == file.name
    else { throw damaged(file.path, file.name) }
    record.tag = file.tag
    return record
  }

  private func forgetDeletions(_ listing: Listing) throws {
    let deletions = listing.newest.values.filter(\.isDeletion).sorted { $0.number < $1.number }
    guard deletions.count > deletionLimit else { return }
    // The newest deletions are kept, so that no number is used twice.
    let old = deletions.dropLast(deletionLimit / 2)
    let place = try place()
    let forgotten = max(place.forgotten, old.last?.number ?? 0)
    try replace("place", with: Data("\(place.name) \(forgotten)".utf8))
    for file in old { try delete(file.path) }
  }

  private func place() throws -> (name: String, forgotten: Int) {
    guard let bytes = try read("place") else {
      try replace("place", with: Data("\(UUID().uuidString) 0".utf8))
      return try place()
    }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard parts.count == 2, UUID(uuidString: parts[0]) != nil, let number = Int(parts[1])
    else { throw damaged("place") }
    return (parts[0], number)
  }

  /// The bytes of a file; nil if it does not exist.
  private func read(_ path: String) throws -> Data? {
    let (folder, name) = try open(path)
    do {
      return try folder?.contents(of: name, limit: 64 << 20)
    } catch let error as SafeFolderError where [.ELOOP, .EINVAL, .EFBIG].contains(error.code) {
      // Links to other places and files that do not fit into memory count as damage.
      throw damaged(path)
    }
  }

  private func replace(_ path: String, with bytes: Data) throws {
    let (folder, name) = try open(path)
    try folder?.replace(name, with: bytes)
  }

  private func delete(_ path: String) throws {
    let (folder, name) = try open(path)
    try folder?.delete(name)
  }

  /// Opens the folder of a file without following links; nil if it does not exist.
  private func open(_ path: String) throws -> (folder: SafeFolder?, name: String) {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return (try SafeFolder.open(Array(steps.dropLast()), in: folder.path), steps[steps.count - 1])
  }

  private func damaged(_ path: String, _ name: String? = nil) -> SyncError {
    SyncError(
      .badAnswer, "The file \(folder.path)/\(path) cannot be read: it is damaged.",
      advice: "Delete it from the folder.", record: name)
  }

  private static func isName(_ name: String, _ length: Int) -> Bool {
    (1...length).contains(name.utf8.count) && name.utf8.allSatisfy(characters.contains)
  }

  /// Runs a body with exclusive access to the folder.
  private func locked<Result>(_ body: () throws -> Result) async throws -> Result {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      guard let opened = try open("lock").folder else { throw CocoaError(.fileNoSuchFile) }
      for name in ["records", "pieces"] { _ = try opened.make(name) }
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
      let descriptor = openat(opened.descriptor, "lock", flags, 0o666)
      guard descriptor >= 0 else {
        if errno == ELOOP { throw damaged("lock") }
        throw CocoaError(.fileWriteNoPermission)
      }
      defer { close(descriptor) }
      for _ in 0..<6_000 {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
        try await Task.sleep(nanoseconds: 5_000_000)
      }
      throw SyncError(
        .busy, "The folder \(folder.path) cannot be read now: another program is using it.",
        advice: "Try again later.")
    } catch  where !(error is SyncError) && !(error is CancellationError) {
      throw SyncError(
        .offline,
        "The folder \(folder.path) cannot be read or written. \(error.localizedDescription)",
        advice: "Check that the folder is mounted, and that the program may write to it.")
    }
  }
}
