import Foundation

/// A file on the command line, for reading.
package struct InputFile {
  package let path: String
  /// The expected kind of file, for advice: `a picture (PNG, JPEG)`.
  private let wanted: String
  /// The maximum number of bytes.
  private let limit: Int

  package init(_ path: String, wanted: String, limit: Int = 1_000_000_000) {
    self.path = path
    self.wanted = wanted
    self.limit = limit
  }

  package var url: URL { URL(fileURLWithPath: (path as NSString).expandingTildeInPath) }

  /// The file's bytes, at least one.
  ///
  /// - Throws: `CommandFailure` if the file does not exist, is another kind of item, cannot be
  ///   read, or is empty or too large.
  package func read() throws -> Data {
    _ = try status()
    // A pipe may have replaced the file since the check, and opening a pipe would wait for a
    // writer.
    let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    if let failure = failure(ofKind: FileKind(status)) { throw failure }
    guard status.st_size <= limit else { throw tooLarge }
    let bytes = try bytes(of: descriptor)
    guard !bytes.isEmpty else { throw empty }
    return bytes
  }

  /// Checks that the file exists and is not empty, without opening it.
  ///
  /// - Throws: `CommandFailure`.
  package func check() throws {
    guard try status().st_size > 0 else { throw empty }
  }

  private func status() throws -> stat {
    var status = stat()
    guard stat(url.path, &status) == 0 else { throw unreadable(errno) }
    if let failure = failure(ofKind: FileKind(status)) { throw failure }
    return status
  }

  private func bytes(of descriptor: Int32) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(errno) }
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
      guard data.count <= limit else { throw tooLarge }
    }
  }

  private func failure(ofKind kind: FileKind) -> CommandFailure? {
    guard kind != .file else { return nil }
    return CommandFailure(
      "“\(path)” is \(kind.name), not a file.",
      advice: kind == .pipe
        ? "Save its output to a file first, and give that file: \(wanted)." : "Give \(wanted).",
      .notAFile)
  }

  private func unreadable(_ number: Int32) -> CommandFailure {
    switch number {
    case ENOENT, ENOTDIR:
      CommandFailure(
        "There is no file “\(path)”.", advice: "Check the name. Give \(wanted).", .fileNotFound)
    case EACCES, EPERM:
      CommandFailure(
        "“\(path)” could not be read: you do not have permission.",
        advice: "Ask its owner for permission to read it, or give another file: \(wanted).",
        .fileUnreadable)
    default:
      CommandFailure(
        "“\(path)” could not be read: \(String(cString: strerror(number))).",
        advice: "Check the disk and the file, or give another file: \(wanted).", .fileUnreadable)
    }
  }

  private var empty: CommandFailure {
    CommandFailure("“\(path)” is empty.", advice: "Give \(wanted).", .fileEmpty)
  }

  private var tooLarge: CommandFailure {
    CommandFailure(
      "“\(path)” is too large: it has more than \(limit) bytes.",
      advice: "Give a smaller file: \(wanted).", .wrongContents)
  }
}
