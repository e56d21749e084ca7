import CoreDataFormat
import Foundation
import SQLCore
import SQLiteDriver
import SwiftDataErrors

/// The location of a store, and how to open connections to it.
package struct StoreLocation: Sendable {
  /// The path of the file, or the name of a database in memory.
  package let path: String
  package let isInMemory: Bool
  /// Whether only the owner of the files may read and write them.
  private let restrictsAccess: Bool
  /// The file that a new store is copied from; nil for an empty store.
  private let template: URL?

  /// How long a statement waits for another connection's lock.
  @TaskLocal package static var busyTimeout = Duration.seconds(5)
  static var busyMilliseconds: Int { Int(busyTimeout / .milliseconds(1)) }

  package init(_ options: StoreOptions) {
    isInMemory = options.isInMemory
    // A database in memory needs a unique name, so that only its own connections share it.
    path = isInMemory ? "file:/\(UUID().uuidString)?vfs=memdb" : options.path
    restrictsAccess = options.restrictsFileAccess
    template = options.isInMemory ? nil : options.template
  }

  /// The identity of the file; nil for a store in memory, or if the file does not exist.
  package var identity: FileSystem.Identity? { isInMemory ? nil : FileSystem.identity(of: path) }

  /// Creates the folder of the file if necessary, and checks that the file exists if it may not be
  /// created.
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
        "\(path) is not a regular file.", advice: "Give the path of a file.")
    }
    guard writable || files.fileExists(atPath: path) else {
      throw SwiftDataError.storeCannotBeOpened.explained(
        "\(path) does not exist, and the configuration does not allow creating it.",
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
        "The folder \(folder.path) cannot be created.", path: path,
        advice: "Create it, or choose another location for the store.", underlying: error)
    }
  }

  /// Restricts the file, which is created if necessary, and the files beside it to their owner.
  ///
  /// SQLite creates its log and journal with the permissions of the database, and external files
  /// are created in the same way.
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
        "Access to the store's files cannot be restricted to their owner.", path: path,
        advice:
          "Make the program's user the owner of the file and its folder, or choose another location.",
        underlying: error)
    }
  }

  /// The maximum size of a connection's page cache.
  static let cacheKilobytes = 65_536

  /// Opens a connection with the settings that all connections to a store use.
  package func connect(writable: Bool) throws -> SQLiteConnection {
    if !isInMemory, !writable { return try connectForReading() }
    return try connect(to: isInMemory ? .sharedMemory : .readWriteCreate)
  }

  /// Opens another connection to an existing store; never creates its file.
  package func reconnect(writable: Bool) throws -> SQLiteConnection {
    if !isInMemory, !writable { return try connectForReading() }
    return try connect(to: isInMemory ? .sharedMemory : .readWrite)
  }

  /// Opens a read-only connection.
  ///
  /// To read a database with a write-ahead log, SQLite creates files beside it. If the folder is
  /// not writable and there is no log, the file is read without locks; the connection fails once
  /// another program changes the file. See https://sqlite.org/wal.html#read_only_databases.
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
        "The store's write-ahead log cannot be read, because SQLite cannot create the files that "
          + "this needs beside the store.",
        path: path,
        advice: "Make the folder writable, or copy the store with its log to another folder.",
        underlying: error)
    }
  }

  /// `SQLITE_READONLY_DIRECTORY`.
  private static let folderIsReadOnly: Int32 = 1544
  /// `SQLITE_READONLY_DIRECTORY`, `SQLITE_CANTOPEN` and `SQLITE_READONLY_CANTINIT`.
  private static let needsFiles = [folderIsReadOnly, 14, 1288]

  /// Whether the file has no log or journal.
  ///
  /// Such a file is not in use, or is only about to be. The contents of a log or journal belong to
  /// the store, too.
  package var isAlone: Bool {
    ["-wal", "-journal"].allSatisfy { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return (attributes?[.size] as? Int ?? 0) == 0
    }
  }

  package func connect(to mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, mode: mode)
    connection.setBusyTimeout(milliseconds: Self.busyMilliseconds)
    // A schema in memory was created by this process.
    if !isInMemory { try connection.distrustSchema(SchemaPrograms.init(in:)) }
    // Up to 64 MB of pages are cached; with WAL, NORMAL loses no transaction if the process is
    // killed.
    try connection.execute(
      """
      PRAGMA cache_size = -\(Self.cacheKilobytes);
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      """)
    try SQLFunctions.register(on: connection)
    return connection
  }

  /// Runs `body` and converts the database's errors into errors of the store.
  package func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLError {
      throw describe(error)
    } catch let error as LayoutError {
      throw SwiftDataError.unsupportedModel.explained(
        "\(error).", entity: error.entity, path: isInMemory ? nil : path,
        advice: "Change the models; if they were read from the file, restore it from a backup.",
        underlying: error)
    }
  }
}
