import ExampleSupport
import Foundation

/// A password or a token, which is never an argument, because arguments are visible to other users.
package struct Secret: Sendable {
  /// The kind of secret, such as `password`.
  package let name: String
  /// The environment variable that contains it, such as `SPOTS_PASSWORD`.
  ///
  /// It is nil for a renewed secret, because the variable would keep the old value.
  package let variable: String?
  /// The file that contains it if the variable is not set.
  package let file: URL
  private let environment: [String: String]

  /// Creates a secret of a program.
  ///
  /// - Parameters:
  ///   - name: The kind of secret, in words joined with `-`.
  ///   - settings: The settings of the program, whose folder contains the file.
  ///   - path: Another file; nil for `NAME` in the folder of the settings.
  ///   - isRenewed: Whether the program also writes it.
  package init(
    _ name: String, _ settings: SettingsFile, path: String? = nil, isRenewed: Bool = false
  ) {
    self.name = name
    environment = settings.environment
    let words = "\(settings.program)-\(name)".uppercased()
    variable = isRenewed ? nil : words.replacingOccurrences(of: "-", with: "_")
    file =
      path.map { URL(fileURLWithPath: ($0 as NSString).expandingTildeInPath) }
      ?? settings.folder.appendingPathComponent(name)
  }

  /// The contents of the variable or the file, without a line break at the end.
  ///
  /// - Throws: `CommandFailure` if both are empty or missing, or other users can read the file.
  package func read() throws -> String {
    if let value = variable.flatMap({ environment[$0] }), !value.isEmpty { return value }
    guard FileKind(ofPath: file.path) != nil else {
      let variable = variable.map { "neither in the variable \($0) nor in" } ?? "not in"
      throw CommandFailure(
        "The \(words) is missing: it is \(variable) the file \(file.path).",
        advice: "Write it to that file with: (umask 077; cat > \(file.path))", .notSetUp)
    }
    let input = InputFile(file.path, wanted: "a file with the \(words)", limit: 1 << 16)
    let value = String(decoding: try input.read(), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
    var status = stat()
    guard stat(file.path, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw CommandFailure(
        "The \(words) in \(file.path) is not protected: other users can access the file.",
        advice: "Restrict access to yourself: chmod 600 \(file.path)", .refused)
    }
    return value
  }

  /// Stores a new value in the file, which only the user can read; the write is atomic even if the
  /// program is killed.
  ///
  /// - Throws: Errors of writing files.
  package func write(_ value: String) throws {
    let part = file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.lastPathComponent)-\(UUID().uuidString)")
    let descriptor = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data((value + "\n").utf8))
      try handle.synchronize()
      try handle.close()
      guard rename(part.path, file.path) == 0 else {
        throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
      }
    } catch {
      unlink(part.path)
      throw error
    }
  }

  private var words: String { name.replacingOccurrences(of: "-", with: " ") }
}
