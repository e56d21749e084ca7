import ExampleSupport
import Foundation

/// A password or a token, which is never given as an argument, since everybody may see those.
package struct Secret: Sendable {
  /// What it is, such as `password`.
  package let name: String
  /// The variable of the environment that has it, such as `SPOTS_PASSWORD`; nil for one that is renewed, since
  /// a variable would have what it was before.
  package let variable: String?
  /// The file that has it where the variable is not set.
  package let file: URL
  private let environment: [String: String]

  /// A secret of a program.
  /// - Parameters:
  ///   - name: What it is, in words that are joined by `-`.
  ///   - settings: The settings of the program, in whose folder the file is.
  ///   - path: Another file; nil for `NAME` in the folder of the settings.
  ///   - isRenewed: Whether the program writes it too.
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

  /// What the variable or the file has, without the end of its line.
  /// - Throws: `CommandFailure` where neither has anything, or others may read the file.
  package func read() throws -> String {
    if let value = variable.flatMap({ environment[$0] }), !value.isEmpty { return value }
    guard FileKind(ofPath: file.path) != nil else {
      let variable = variable.map { "neither in the variable \($0) nor in" } ?? "not in"
      throw CommandFailure(
        "There is no \(words): \(variable) the file \(file.path).",
        advice: "Write it to that file with: (umask 077; cat > \(file.path))", .notSetUp)
    }
    let input = InputFile(file.path, wanted: "a file with the \(words)", limit: 1 << 16)
    let value = String(decoding: try input.read(), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
    var status = stat()
    guard stat(file.path, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw CommandFailure(
        "Others than you may read the \(words) in \(file.path).",
        advice: "Keep it to yourself: chmod 600 \(file.path)", .refused)
    }
    return value
  }

  /// Keeps another one in the file, which nobody else may read; whole even where the program is killed.
  /// - Throws: What writing files throws.
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
