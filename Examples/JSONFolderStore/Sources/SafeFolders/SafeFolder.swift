import Foundation

/// An open folder, whose entries are found without following links, even if the folder is moved.
///
/// Functions throw `SafeFolderError`.
package final class SafeFolder {
  package let path: String
  package let descriptor: Int32

  private init(_ descriptor: Int32, _ path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Opens a folder within another one; returns nil if it does not exist.
  ///
  /// The path of the parent may contain links, and the names of the steps from it may not.
  package static func open(_ steps: [String], in parent: String) throws -> SafeFolder? {
    let first = Foundation.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard first >= 0 else {
      if errno == ENOENT { return nil }
      throw SafeFolderError(path: parent, errno)
    }
    var folder = SafeFolder(first, parent)
    for step in steps {
      guard let next = try folder.folder(step) else { return nil }
      folder = next
    }
    return folder
  }

  /// Creates a folder in this one, unless it exists, and opens it.
  package func make(_ name: String) throws -> SafeFolder {
    let path = try path(of: name)
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST, let made = try folder(name)
    else { throw SafeFolderError(path: path, errno) }
    return made
  }

  private func folder(_ name: String) throws -> SafeFolder? {
    try open(name, O_RDONLY | O_DIRECTORY).map { SafeFolder($0, "\(path)/\(name)") }
  }

  /// Opens an entry; returns nil if it does not exist.
  private func open(_ name: String, _ flags: Int32) throws -> Int32? {
    let path = try path(of: name)
    let file = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file < 0 else { return file }
    if errno == ENOENT { return nil }
    throw SafeFolderError(path: path, errno)
  }

  /// The path of an entry, for errors; the name must not be a path.
  ///
  /// Compares bytes, because for Swift a slash with a combining accent is another character.
  private func path(of name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard !["", ".", ".."].contains(name),
      !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
    else { throw SafeFolderError(path: path, EINVAL) }
    return path
  }

  /// The names of the folder's entries.
  package func names() throws -> [String] {
    guard let stream = fdopendir(dup(descriptor)) else { throw SafeFolderError(path: path, errno) }
    defer { closedir(stream) }
    rewinddir(stream)
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// Reads a regular file; returns nil if it does not exist.
  ///
  /// Throws the code `ELOOP` for a link, `EINVAL` for other kinds of entries, and `EFBIG` for a
  /// file of more bytes than the limit.
  package func contents(of name: String, limit: Int = 1 << 30) throws -> Data? {
    // Opening a pipe would wait for a writer, and reading a device may never end.
    guard let file = try open(name, O_RDONLY | O_NONBLOCK) else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SafeFolderError(path: "\(path)/\(name)", EINVAL)
    }
    guard status.st_size <= limit else { throw SafeFolderError(path: "\(path)/\(name)", EFBIG) }
    return try handle.readToEnd() ?? Data()
  }

  /// Replaces the bytes of a file, or creates it; readers see either the old or the new bytes.
  package func replace(_ name: String, with bytes: Data) throws {
    let path = try path(of: name)
    let unfinished = ".\(name).\(UUID().uuidString)"
    guard let file = try open(unfinished, O_WRONLY | O_CREAT | O_EXCL) else {
      throw SafeFolderError(path: path, ENOENT)
    }
    do {
      try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: bytes)
      guard renameat(descriptor, unfinished, descriptor, name) == 0 else {
        throw SafeFolderError(path: path, errno)
      }
    } catch {
      unlinkat(descriptor, unfinished, 0)
      throw error
    }
  }

  /// Deletes a file or a link, if it exists.
  package func delete(_ name: String) throws {
    let path = try path(of: name)
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw SafeFolderError(path: path, errno)
    }
  }
}

/// A failed system call on a folder or one of its entries.
package struct SafeFolderError: LocalizedError {
  package let path: String
  package let code: POSIXErrorCode

  init(path: String, _ number: Int32) {
    (self.path, code) = (path, POSIXErrorCode(rawValue: number) ?? .EIO)
  }

  /// The path and the system's reason.
  package var errorDescription: String? {
    "\(path) cannot be used. \(POSIXError(code).localizedDescription)"
  }
}
