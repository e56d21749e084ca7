import Foundation
import SwiftDataErrors

/// POSIX file operations, in particular synchronization to the disk, which Foundation lacks.
package enum FileSystem {
  /// The permissions of a file.
  package struct Permissions: Sendable {
    package let file: mode_t
    /// The permissions of a folder, which everyone with read access may also enter.
    package var folder: mode_t { file | (file & 0o444) >> 2 }

    /// The same permissions without write access for others, as for files created by SQLite.
    var forOneWriter: Permissions { Permissions(file: file & 0o644) }

    /// The permissions of private files.
    package static let owner = Permissions(file: 0o600)
  }

  /// Identifies a file among all that exist at the same time.
  package struct Identity: Equatable {
    package let device: UInt64
    package let number: UInt64
  }

  /// Returns the identity of the file at a path; nil if there is none.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Returns the path without symbolic links, or the path itself if the file does not exist.
  static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether something exists at a path, including a dangling link.
  package static func hasEntry(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a path leads to something other than a file or a folder: reading a pipe or a device
  /// may never end.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns the permissions of a file; only the owner's if they cannot be read.
  package static func permissions(of path: String) -> Permissions {
    var status = stat()
    return Permissions(file: stat(path, &status) == 0 ? status.st_mode & 0o666 | 0o600 : 0o600)
  }

  /// The maximum size of a value in bytes.
  ///
  /// A sparse file uses no disk space, but all of its size in memory.
  package static let largestValue = Int(Int32.max)

  /// Returns the bytes of an opened file, and closes it; nil if the file does not exist.
  static func contents(
    _ descriptor: Int32, _ path: String, _ number: Int32, limit: Int = largestValue
  ) throws -> Data? {
    guard descriptor >= 0 else {
      if number == ENOENT || number == ENOTDIR { return nil }
      throw SwiftDataError.valueCannotBeRead.file(path, "cannot be opened.", number)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SwiftDataError.valueCannotBeRead.explained(
        "A value with external storage cannot be read, because its file is not a regular file.",
        path: path, advice: "Restore the file from a backup.")
    }
    guard status.st_size <= limit else {
      close(descriptor)
      throw SwiftDataError.valueCannotBeRead.explained(
        "The value cannot be read: its file has \(status.st_size) bytes, more than any value.",
        path: path, advice: "Restore the file from a backup.")
    }
    do {
      return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
    } catch {
      throw SwiftDataError.valueCannotBeRead.explained(
        "The file of the value cannot be read.", path: path,
        advice: "Check the disk and the system's log, and try again.", underlying: error)
    }
  }

  /// Creates a file, whose bytes are synchronized to the disk on return.
  package static func create(_ path: String, with bytes: Data, _ permissions: Permissions) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions.file)
    try fill(descriptor, with: bytes, permissions, path, errno)
  }

  /// Creates an empty file if nothing exists at its path, and opens it for writing.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - permissions: The maximum permissions, which the process's umask may reduce.
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `SwiftDataError`.
  package static func openNew(_ path: String, _ permissions: Permissions?) throws -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = open(path, flags, permissions?.file ?? 0o666)
    guard descriptor >= 0 else { throw writeFailure(path, errno) }
    return descriptor
  }

  /// Copies a file to a path where nothing exists; the copy never has more permissions than the
  /// file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - other: The path of the copy.
  /// - Returns: The open source file: closing it releases all locks that the process has on it,
  ///   such as those of SQLite.
  /// - Throws: `SwiftDataError`; the copy is then removed.
  @discardableResult
  package static func copyNew(_ path: String, to other: String) throws -> FileHandle {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw writeFailure(path, errno) }
    let handle = FileHandle(fileDescriptor: source, closeOnDealloc: true)
    let permissions = permissions(of: path)
    let target = try openNew(other, permissions)
    var buffer = Data(count: 1 << 20)
    var number: Int32 = 0
    while number == 0 {
      let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      number = count < 0 ? errno : append(buffer.prefix(max(0, count)), to: target)
      if count == 0 { break }
    }
    // The umask may have removed permissions that the file has.
    if number == 0, fchmod(target, permissions.file) != 0 { number = errno }
    if close(target) != 0, number == 0 { number = errno }
    guard number == 0 else {
      remove(other)
      throw writeFailure(other, number)
    }
    return handle
  }

  /// Writes the bytes of a new file to the disk and closes it; deletes it if it cannot be written.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - bytes: The bytes.
  ///   - permissions: The permissions of the file.
  ///   - path: The path of the file, for messages.
  ///   - failure: The error number if it could not be opened.
  /// - Throws: `SwiftDataError`.
  static func fill(
    _ descriptor: Int32, with bytes: Data, _ permissions: Permissions, _ path: String,
    _ failure: Int32
  ) throws {
    guard descriptor >= 0 else { throw writeFailure(path, failure) }
    var number = append(bytes, to: descriptor)
    // The umask may have removed permissions that the store's file has.
    if number == 0, fchmod(descriptor, permissions.file) != 0 { number = errno }
    if number == 0, fsync(descriptor) != 0 { number = errno }
    if close(descriptor) != 0, number == 0 { number = errno }
    guard number == 0 else {
      remove(path)
      throw writeFailure(path, number)
    }
  }

  /// Creates an empty file, unless it exists.
  ///
  /// It is not opened under its own name: closing a file releases all locks that the process has on
  /// it, and SQLite may have some by then. See https://sqlite.org/howtocorrupt.html.
  package static func makeEmpty(_ path: String, _ permissions: Permissions) throws {
    guard !exists(path) else { return }
    let unfinished = unfinishedName(path)
    try create(unfinished, with: Data(), permissions)
    defer { remove(unfinished) }
    guard link(unfinished, path) == 0 || errno == EEXIST else { throw writeFailure(path, errno) }
  }

  /// Links a file to a new name, unless the name exists.
  static func nameNew(_ path: String, _ file: String) throws {
    guard link(file, path) == 0 || errno == EEXIST else { throw writeFailure(path, errno) }
  }

  /// Removes all permissions except the given ones from a file or folder, if it exists.
  package static func restrict(_ path: String, to rights: mode_t) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o777 & ~rights != 0 else { return }
    guard chmod(path, status.st_mode & rights) == 0 else { throw writeFailure(path, errno) }
  }

  /// Returns 0, or the error number.
  static func append(_ bytes: Data, to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return errno }
        written += count
      }
      return 0
    }
  }

  package static func move(_ path: String, to other: String) throws {
    guard rename(path, other) == 0 else { throw writeFailure(other, errno) }
  }

  /// Renames a file; throws if the new name exists.
  package static func moveNew(_ path: String, to other: String) throws {
    if link(path, other) == 0 { return remove(path) }
    // Some file systems do not support hard links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK].contains(errno), !exists(other) else {
      throw writeFailure(other, errno)
    }
    try move(path, to: other)
  }

  /// Deletes a file, if possible.
  package static func remove(_ path: String) { _ = unlink(path) }

  /// Creates a folder, unless it exists, and synchronizes its name to the disk.
  package static func makeFolder(_ path: String, _ permissions: Permissions) throws {
    if mkdir(path, permissions.folder) != 0 {
      let number = errno
      guard number == EEXIST else { throw writeFailure(path, number) }
      return
    }
    try synchronizeFolder((path as NSString).deletingLastPathComponent)
  }

  /// Creates a folder if nothing exists at its path.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - permissions: The permissions of its files; nil for those of the process's umask.
  /// - Throws: `SwiftDataError`, also if a link exists there.
  package static func makeNewFolder(_ path: String, _ permissions: Permissions?) throws {
    guard mkdir(path, permissions?.folder ?? 0o777) == 0 else { throw writeFailure(path, errno) }
  }

  /// Synchronizes the names in a folder to the disk.
  static func synchronizeFolder(_ path: String) throws {
    try synchronize(path, O_RDONLY | O_DIRECTORY)
  }

  /// Synchronizes a file to the disk, whichever process wrote it; does nothing if it does not
  /// exist.
  static func synchronizeFile(_ path: String) throws {
    if exists(path) { try synchronize(path, O_RDWR) }
  }

  private static func synchronize(_ path: String, _ flags: Int32) throws {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw writeFailure(path, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw writeFailure(path, errno) }
  }

  static func writeFailure(_ path: String, _ number: Int32) -> SwiftDataError {
    let kind: SwiftDataError =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .storeIsFull
      case EACCES, EPERM, EROFS: .storeIsReadOnly
      default: .valueCannotBeStored
      }
    return kind.file(path, "cannot be written.", number)
  }
}

// Names of files that are being created.

extension FileSystem {
  /// The suffix of a file that is still being written.
  static let unfinishedSuffix = ".unfinished"

  /// Returns a unique name for a file that is renamed when it is complete.
  package static func unfinishedName(_ path: String) -> String {
    "\(path).\(UUID().uuidString)\(unfinishedSuffix)"
  }

  /// Whether a name is that of an incomplete file, or of a log beside an incomplete database.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - own: The prefix of the complete file's name.
  /// - Returns: Whether it is.
  static func isUnfinished(_ name: String, of own: String) -> Bool {
    let ending = ["-journal", "-wal", "-shm"].first { name.hasSuffix($0) } ?? ""
    let name = name.dropLast(ending.count)
    guard name.hasPrefix(own), name.hasSuffix(unfinishedSuffix) else { return false }
    let identifier = String(name.dropLast(unfinishedSuffix.count).suffix(36))
    return name.dropLast(unfinishedSuffix.count + 36).hasSuffix(".")
      && UUID(uuidString: identifier)?.uuidString == identifier
  }
}

extension SwiftDataError {
  /// Returns the error for a failed system call on an external file.
  fileprivate func file(_ path: String, _ what: String, _ number: Int32) -> SwiftDataError {
    let advice =
      switch number {
      case EMFILE, ENFILE:
        "Close files and containers that are not needed, or raise the limit of open files (ulimit -n)."
      case EIO: "Check the disk and the system's log, and try again."
      case ELOOP: "Replace the link with the file itself; links are not followed."
      default:
        "Check that the program may read and write the folder, and that the disk has free space."
      }
    return explained(
      "The file of a value with external storage \(what)", path: path, advice: advice,
      underlying: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
  }
}
