import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// Where a store lives and how connections to it are made.
package struct StoreLocation: Sendable {
  /// The file, or the name of a database in memory.
  package let path: String
  package let isInMemory: Bool
  /// Whether only the owner of the files may read and write them.
  private let restrictsAccess: Bool
  /// The file that a new store begins as; nil for an empty one.
  private let template: URL?

  /// How long a statement waits for another connection's lock.
  @TaskLocal package static var busyTimeout = Duration.seconds(5)
  package static var busyMilliseconds: Int { Int(busyTimeout / .milliseconds(1)) }

  package init(_ options: StoreOptions) {
    isInMemory = options.isInMemory
    // A database in memory needs a name that nobody else has, for its connections to share it.
    path = isInMemory ? "file:/\(UUID().uuidString)?vfs=memdb" : options.path
    restrictsAccess = options.restrictsFileAccess
    template = options.isInMemory ? nil : options.template
  }

  /// Which file it is; nil for a store in memory, and where there is none.
  package var identity: FileSystem.Identity? { isInMemory ? nil : FileSystem.identity(of: path) }

  /// Sees to it that the folder of the file exists, and the file itself if it may not be made.
  ///
  /// - Throws: `SwiftDataError.storeCannotBeOpened`.
  package func prepare(writable: Bool) throws {
    guard !isInMemory else { return }
    let files = FileManager.default
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    var isFolder: ObjCBool = false
    if files.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(path) is a folder.", advice: "Give the path of a file in it.")
    }
    guard !FileSystem.isSpecial(path) else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(path) is no regular file.", advice: "Give the path of a file.")
    }
    guard writable || files.fileExists(atPath: path) else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(path) does not exist, and the configuration does not allow making it.",
        advice: "Open it once with allowsSave: true.")
    }
    if !files.fileExists(atPath: folder.path) { try make(folder) }
    if writable, let template, !files.fileExists(atPath: path) {
      try StoreTemplate(template).makeStore(
        at: path, restrictsAccess ? FileSystem.Permissions(file: 0o600) : nil)
    }
    if writable, restrictsAccess { try restrictAccess() }
  }

  private func make(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true,
        attributes: restrictsAccess ? [.posixPermissions: 0o700] : nil)
    } catch {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The folder \(folder.path) cannot be made.", path: path,
        advice: "Make it, or choose another place for the store.", underlying: error)
    }
  }

  /// Lets only the owner at the file, which is made if need be, and at what stands beside it.
  ///
  /// SQLite gives its log and journal the rights of the database, and so are files of large values
  /// made.
  private func restrictAccess() throws {
    do {
      try FileSystem.makeEmpty(path, FileSystem.Permissions(file: 0o600))
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try FileSystem.restrict(path + suffix, to: 0o600)
      }
      let values = ExternalFolder(ofStoreAt: path).path
      try FileSystem.restrict((values as NSString).deletingLastPathComponent, to: 0o700)
    } catch {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The rights of the store's files cannot be taken from others.", path: path,
        advice: "Let the program own the file and its folder, or choose another place.",
        underlying: error)
    }
  }

  /// How much of a file a connection keeps in memory at most.
  package static let cacheKilobytes = 65_536

  /// Opens a connection with the settings that every connection to a store has.
  package func connect(writable: Bool) throws -> SQLiteConnection {
    if !isInMemory, !writable { return try connectForReading() }
    return try connect(to: isInMemory ? .sharedMemory : .readWriteCreate)
  }

  /// Opens a further connection to a store that is there: its file is not made anew.
  package func reconnect(writable: Bool) throws -> SQLiteConnection {
    if !isInMemory, !writable { return try connectForReading() }
    return try connect(to: isInMemory ? .sharedMemory : .readWrite)
  }

  /// Opens a connection that only reads.
  ///
  /// SQLite makes files beside one with a write-ahead log even to read it. Where the folder may not be written, the file
  /// is read without locks, if it has no log: the connection refuses to go on once somebody has changed it.
  private func connectForReading() throws -> SQLiteConnection {
    do {
      let connection = try connect(to: .readOnly)
      _ = try connection.rows("SELECT 1 FROM sqlite_master LIMIT 1")
      return connection
    } catch let error as SQLError {
      guard Self.needsFiles.contains(error.code) else { throw error }
      if isAlone, error.code == Self.folderIsReadOnly { return try connect(to: .immutable) }
      guard !isAlone else { throw error }
      throw SwiftDataError.storeCannotBeOpened.explained(
        "The store has a write-ahead log, which SQLite reads with files that it makes beside it, and cannot make.",
        path: path, advice: "Let the program write the folder, or copy the store with its log.",
        underlying: error)
    }
  }

  /// `SQLITE_READONLY_DIRECTORY`.
  private static let folderIsReadOnly: Int32 = 1544
  /// `SQLITE_CANTOPEN` and `SQLITE_READONLY_CANTINIT` beside it.
  private static let needsFiles = [folderIsReadOnly, 14, 1288]

  /// Whether the file has no log or journal: it is in nobody's use, or about to be at most; what stands in one of them
  /// belongs to the store, too.
  package var isAlone: Bool {
    ["-wal", "-journal"].allSatisfy { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return (attributes?[.size] as? Int ?? 0) == 0
    }
  }

  package func connect(to mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, mode: mode)
    connection.setBusyTimeout(milliseconds: Self.busyMilliseconds)
    // What stands in memory this process has made itself.
    if !isInMemory { try connection.distrustSchema(SchemaPrograms.init(in:)) }
    // Pages stay in memory up to 64 MB; with WAL, NORMAL loses no transaction to a killed process.
    try connection.execute(
      """
      PRAGMA cache_size = -\(Self.cacheKilobytes);
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      """)
    try SQLFunctions.register(on: connection)
    return connection
  }

  /// Runs `body` and gives the database's failures the words of the store.
  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw describe(error)
    } catch let error as LayoutError {
      throw SwiftDataError.unsupportedModel.explained(
        "\(error).", entity: error.entity, path: isInMemory ? nil : path,
        advice: "Change the models; where the file tells them, restore it from a backup.",
        underlying: error)
    }
  }
}
