import Foundation
import SwiftDataErrors

/// Files as POSIX has them: what Foundation lacks is bringing them to the disk.
package enum FileSystem {
  /// Who may read and write a file.
  package struct Permissions: Sendable {
    package let file: mode_t
    /// The same with the right to enter for all who may read.
    package var folder: mode_t { file | (file & 0o444) >> 2 }

    /// The same, with writing for the owner alone, as SQLite makes files.
    var forOneWriter: Permissions { Permissions(file: file & 0o644) }

    /// Those of files that are their owner's alone.
    package static let owner = Permissions(file: 0o600)
  }

  /// Tells a file from every other that exists at the same time.
  package struct Identity: Equatable {
    package let device: UInt64
    package let number: UInt64
  }

  /// Which file a path leads to; nil where there is none.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The path without symbolic links, or the path itself where there is no such file.
  package static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether something stands at a path, be it a link that leads nowhere.
  package static func hasEntry(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is something that is neither a file nor a folder: reading a pipe or a device may
  /// never end.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The permissions of a file; those of the owner alone where it has none to show.
  package static func permissions(of path: String) -> Permissions {
    var status = stat()
    return Permissions(file: stat(path, &status) == 0 ? status.st_mode & 0o666 | 0o600 : 0o600)
  }

  /// How many bytes a value has at most: a file with holes takes no room on the disk, and all of it in
  /// memory.
  package static let largestValue = Int(Int32.max)

  /// The bytes of a file that was opened, which is closed; nil when there is none.
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
        "What stands in the place of a value with external storage is no regular file.",
        path: path, advice: "Restore the file from a backup.")
    }
    guard status.st_size <= limit else {
      close(descriptor)
      throw SwiftDataError.valueCannotBeRead.explained(
        "The file that holds the value has \(status.st_size) bytes, more than any value.",
        path: path, advice: "Restore the file from a backup.")
    }
    do {
      return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() ?? Data()
    } catch {
      throw SwiftDataError.valueCannotBeRead.explained(
        "The file that holds the value cannot be read.", path: path, underlying: error)
    }
  }

  /// Makes a file whose bytes are on the disk when the call returns.
  package static func create(_ path: String, with bytes: Data, _ permissions: Permissions) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions.file)
    try fill(descriptor, with: bytes, permissions, path, errno)
  }

  /// Makes an empty file where there is nothing, and opens it to write.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - permissions: Who may read and write it at most; the process's mask may let fewer.
  /// - Returns: The descriptor, which the caller closes.
  /// - Throws: `SwiftDataError`.
  package static func openNew(_ path: String, _ permissions: Permissions?) throws -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = open(path, flags, permissions?.file ?? 0o666)
    guard descriptor >= 0 else { throw writeFailure(path, errno) }
    return descriptor
  }

  /// Copies a file to a place where there is nothing; the copy is never open to more people than the file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - other: Where its copy is to stand.
  /// - Returns: The file, open: closing it ends all locks that the process has on it, such as those of SQLite.
  /// - Throws: `SwiftDataError`; nothing is left then.
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
    // The mask of the process may have taken rights that the file gives.
    if number == 0, fchmod(target, permissions.file) != 0 { number = errno }
    if close(target) != 0, number == 0 { number = errno }
    guard number == 0 else {
      remove(other)
      throw writeFailure(other, number)
    }
    return handle
  }

  /// Writes the bytes of a new file that was opened, and closes it; one that cannot be written is removed.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - bytes: The bytes.
  ///   - permissions: Who may read and write it; nil for what the process's mask says.
  ///   - path: Where it is, for messages.
  ///   - failure: Why it could not be opened.
  ///   - isDurable: Whether the bytes are on the disk when the call returns.
  /// - Throws: `SwiftDataError`.
  static func fill(
    _ descriptor: Int32, with bytes: Data, _ permissions: Permissions?, _ path: String,
    _ failure: Int32, isDurable: Bool = true
  ) throws {
    guard descriptor >= 0 else { throw writeFailure(path, failure) }
    var number = append(bytes, to: descriptor)
    // The mask of the process may have taken rights that the store's own file gives.
    if let permissions, number == 0, fchmod(descriptor, permissions.file) != 0 { number = errno }
    if isDurable, number == 0, fsync(descriptor) != 0 { number = errno }
    if close(descriptor) != 0, number == 0 { number = errno }
    guard number == 0 else {
      remove(path)
      throw writeFailure(path, number)
    }
  }

  /// Makes an empty file, unless there is one.
  ///
  /// It is not opened under its own name: closing a file ends all locks that the process has on it, and
  /// SQLite may have some by then.
  package static func makeEmpty(_ path: String, _ permissions: Permissions) throws {
    guard !exists(path) else { return }
    let unfinished = unfinishedName(path)
    try create(unfinished, with: Data(), permissions)
    defer { remove(unfinished) }
    guard link(unfinished, path) == 0 || errno == EEXIST else { throw writeFailure(path, errno) }
  }

  /// Gives a file the name of a new one, unless there is one by that name.
  package static func nameNew(_ path: String, _ file: String) throws {
    guard link(file, path) == 0 || errno == EEXIST else { throw writeFailure(path, errno) }
  }

  /// Takes all rights but the given ones from a file or folder, if there is one.
  package static func restrict(_ path: String, to rights: mode_t) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o777 & ~rights != 0 else { return }
    guard chmod(path, status.st_mode & rights) == 0 else { throw writeFailure(path, errno) }
  }

  /// Returns 0, or the number of the error.
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

  /// Gives a file another name, under which there is nothing yet.
  package static func moveNew(_ path: String, to other: String) throws {
    if link(path, other) == 0 { return remove(path) }
    // Not every file system has links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK].contains(errno), !exists(other) else {
      throw writeFailure(other, errno)
    }
    try move(path, to: other)
  }

  /// Removes a file, if that can be done.
  package static func remove(_ path: String) { _ = unlink(path) }

  /// Makes a folder, unless it is there, and brings its name to the disk.
  package static func makeFolder(_ path: String, _ permissions: Permissions) throws {
    if mkdir(path, permissions.folder) != 0 {
      let number = errno
      guard number == EEXIST else { throw writeFailure(path, number) }
      return
    }
    try synchronizeFolder((path as NSString).deletingLastPathComponent)
  }

  /// Makes a folder where there is nothing.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - permissions: Who may read and write its files; nil for what the process's mask says.
  /// - Throws: `SwiftDataError`, also where a link is there.
  package static func makeNewFolder(_ path: String, _ permissions: Permissions?) throws {
    guard mkdir(path, permissions?.folder ?? 0o777) == 0 else { throw writeFailure(path, errno) }
  }

  /// Brings the names in a folder to the disk.
  package static func synchronizeFolder(_ path: String) throws {
    try synchronize(path, O_RDONLY | O_DIRECTORY)
  }

  /// Brings a file to the disk, whoever wrote it; does nothing where there is none.
  package static func synchronizeFile(_ path: String) throws {
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

// Names of files that are being made.

extension FileSystem {
  /// Added to the name of a file that is still being written.
  package static let unfinishedSuffix = ".unfinished"

  /// A name that nobody else has, for a file that gets another one when it is complete.
  package static func unfinishedName(_ path: String) -> String {
    "\(path).\(UUID().uuidString)\(unfinishedSuffix)"
  }

  /// Whether a file was not finished, or stands beside a database that was not, by its name.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - own: What the finished file's name begins with.
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
  /// The error with what a system call on the file of a value said.
  fileprivate func file(_ path: String, _ what: String, _ number: Int32) -> SwiftDataError {
    let advice =
      switch number {
      case EMFILE, ENFILE:
        "Close files and containers that are not needed, or raise the limit of open files (ulimit -n)."
      case EIO: "Check the disk and the system's log, and try again."
      case ELOOP: "Put the file itself in the place of the link; links are not followed."
      default: "See that the program may read and write the folder, and that the disk has room."
      }
    return explained(
      "The file of a value with external storage \(what)", path: path, advice: advice,
      underlying: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
  }
}
