import Foundation
import SwiftDataErrors

/// An open folder, whose entries are found without following links, even if the folder is moved.
package final class OpenFolder {
  /// The path, for error messages.
  let path: String
  private let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Opens a folder within another one.
  ///
  /// - Parameters:
  ///   - steps: The names of the folders that lead to it; none of them may be a link.
  ///   - parent: A folder whose path may contain links.
  ///   - kind: The kind of error to throw.
  /// - Returns: The folder; nil if it does not exist.
  /// - Throws: `kind` if it cannot be opened, or is a link or a file.
  package static func open(
    _ steps: [String], in parent: String, _ kind: SwiftDataError = .valueCannotBeRead
  ) throws -> OpenFolder? {
    let first = Foundation.open(
      parent.isEmpty ? "." : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard first >= 0 else {
      if errno == ENOENT { return nil }
      throw kind.folder(parent, "cannot be opened.", errno)
    }
    var folder = OpenFolder(path: parent, descriptor: first)
    for step in steps {
      guard let next = try folder.folder(step, kind) else { return nil }
      folder = next
    }
    return folder
  }

  /// Whether a name denotes an entry of a folder, and not a path.
  ///
  /// Compares bytes, because for Swift a slash with a combining accent is another character.
  private static func isName(_ name: String) -> Bool {
    !["", ".", ".."].contains(name) && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  private func check(_ name: String, _ kind: SwiftDataError) throws {
    guard !Self.isName(name) else { return }
    throw kind.explained(
      "“\(name)” is not a valid name for a file in \(path).", path: path,
      advice: "Give the name of a file, without a path.")
  }

  private func folder(_ name: String, _ kind: SwiftDataError) throws -> OpenFolder? {
    try check(name, kind)
    let path = "\(path)/\(name)"
    let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard next >= 0 else {
      let number = errno
      if number == ENOENT { return nil }
      let isLink = number == ELOOP || number == ENOTDIR
      throw kind.folder(
        path, isLink ? "is a symbolic link or a file instead." : "cannot be opened.", number)
    }
    return OpenFolder(path: path, descriptor: next)
  }

  /// Returns the names of the folder's entries.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead`.
  func names() throws -> [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let number = errno
      if copy >= 0 { close(copy) }
      throw SwiftDataError.valueCannotBeRead.folder(path, "cannot be read.", number)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the modification time of a file in seconds since 1970; nil if it is not a regular
  /// file.
  func modificationTime(of name: String) -> Double? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Deletes a file or a link, if possible.
  func remove(_ name: String) { _ = unlinkat(descriptor, name, 0) }

  /// Reads a regular file; returns nil if it does not exist.
  ///
  /// - Throws: `SwiftDataError.valueCannotBeRead`, also for a link, and for more bytes than
  ///   `limit`.
  package func contents(of name: String, limit: Int = FileSystem.largestValue) throws -> Data? {
    try check(name, .valueCannotBeRead)
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    return try FileSystem.contents(file, "\(path)/\(name)", errno, limit: limit)
  }

  /// Opens a regular file for reading in parts; returns nil if it cannot be opened.
  package func handle(of name: String) -> FileHandle? {
    guard Self.isName(name) else { return nil }
    // Opening a pipe would wait for a writer, and reading a device may never end.
    let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    return FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// Links an immutable file into another folder, or copies it if linking fails; keeps an existing
  /// file.
  ///
  /// - Throws: `SwiftDataError`, also for a link that would have to be followed.
  func copy(_ name: String, to other: OpenFolder, _ permissions: FileSystem.Permissions) throws {
    if linkat(descriptor, name, other.descriptor, name, 0) == 0 || errno == EEXIST { return }
    // The file may have been deleted with its row since it was listed.
    guard let bytes = try contents(of: name) else { return }
    try other.write(bytes, to: name, permissions)
  }

  /// Creates a file, which has another name until it is complete on the disk.
  ///
  /// - Throws: `SwiftDataError.storeIsFull`, `.storeIsReadOnly` or `.valueCannotBeStored`.
  func write(_ bytes: Data, to name: String, _ permissions: FileSystem.Permissions) throws {
    try check(name, .valueCannotBeStored)
    let unfinished = name + FileSystem.unfinishedSuffix
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, unfinished, flags, permissions.file)
    let number = errno
    do {
      try FileSystem.fill(file, with: bytes, permissions, "\(path)/\(unfinished)", number)
    } catch {
      // The folder may have been moved.
      if file >= 0 { remove(unfinished) }
      throw error
    }
    guard renameat(descriptor, unfinished, descriptor, name) == 0 else {
      let number = errno
      remove(unfinished)
      throw FileSystem.writeFailure("\(path)/\(name)", number)
    }
  }

  /// Appends to a file, which is created if necessary.
  func append(_ bytes: Data, to name: String, _ permissions: FileSystem.Permissions) throws {
    try check(name, .valueCannotBeStored)
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let file = openat(descriptor, name, flags, permissions.file)
    guard file >= 0 else { throw FileSystem.writeFailure("\(path)/\(name)", errno) }
    let number = FileSystem.append(bytes, to: file)
    guard fsync(file) == 0, number == 0 else {
      let number = number == 0 ? errno : number
      close(file)
      throw FileSystem.writeFailure("\(path)/\(name)", number)
    }
    close(file)
  }

  /// Synchronizes the names in the folder to the disk.
  func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw FileSystem.writeFailure(path, errno) }
  }
}

extension SwiftDataError {
  fileprivate func folder(_ path: String, _ what: String, _ number: Int32) -> SwiftDataError {
    explained(
      "The folder of values with external storage \(what)", path: path,
      advice:
        "Make sure that it is a folder, not a link, and that the program may read and write it.",
      underlying: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
  }
}
