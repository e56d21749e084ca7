import Foundation

/// A file on the command line, for writing.
package struct OutputFile {
  package let path: String

  package init(_ path: String) { self.path = path }

  package var url: URL { URL(fileURLWithPath: (path as NSString).expandingTildeInPath) }

  /// Writes the file's contents.
  ///
  /// - Parameters:
  ///   - data: The contents.
  ///   - overwrites: Whether to replace an existing file.
  ///   - isPrivate: Whether only the user may read the file.
  /// - Throws: `CommandFailure`.
  package func write(_ data: Data, overwrites: Bool, isPrivate: Bool = false) throws {
    try check(overwrites: overwrites)
    do {
      if isPrivate {
        try writePrivately(data, overwrites: overwrites)
      } else {
        try data.write(to: url, options: overwrites ? .atomic : .withoutOverwriting)
      }
    } catch CocoaError.fileWriteFileExists {
      throw exists
    } catch {
      throw CommandFailure(
        "“\(path)” could not be written. \(error.sentence)",
        advice: "Check that the folder exists and that you may write to it.", .fileUnwritable)
    }
  }

  /// Writes a new file, which replaces an existing one when it is complete.
  private func writePrivately(_ data: Data, overwrites: Bool) throws {
    let target = overwrites ? url.path + ".\(UUID().uuidString)" : url.path
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw CocoaError(.fileWriteFileExists) }
      throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
    }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: data)
      try file.synchronize()
      guard !overwrites || rename(target, url.path) == 0 else {
        throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
      }
    } catch {
      unlink(target)
      throw error
    }
  }

  /// Checks that the path does not name another kind of item, or an existing file to keep.
  ///
  /// - Throws: `CommandFailure`.
  package func check(overwrites: Bool) throws {
    guard let kind = FileKind(ofPath: url.path) else { return }
    // Overwriting a file replaces it with a new one, which would destroy a device.
    guard kind == .file else {
      throw CommandFailure(
        "“\(path)” is \(kind.name), not a file.", advice: "Give the name of a file.", .notAFile)
    }
    if !overwrites { throw exists }
  }

  private var exists: CommandFailure {
    CommandFailure(
      "“\(path)” was not written: it already exists.",
      advice: "Overwrite it with --force, or give another name.", .fileExists)
  }
}
