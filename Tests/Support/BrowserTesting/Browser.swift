import Foundation

/// Chromium, controlled over a pipe with its own protocol.
///
/// Calls wait for the browser, so tests with browsers are run apart from others.
public final class Browser: @unchecked Sendable {
  // `@unchecked`: the process and its files do not change; the connection has a lock.

  /// The program; nil if it is not installed.
  public static let program: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/chromium" }.first(where: FileManager.default.isExecutableFile)
  }()

  /// The failure of a call, or of what a page did.
  public struct Failure: Error, CustomStringConvertible {
    /// What failed.
    public let description: String

    /// Creates a failure.
    ///
    /// - Parameter description: What failed.
    public init(_ description: String) { self.description = description }
  }

  private let process = Process()
  private let folder: URL
  let connection: BrowserConnection

  /// Starts a browser with a profile of its own.
  ///
  /// - Parameter language: The language that it prefers, such as `ja`.
  /// - Throws: `Failure` if it is not installed, and errors of starting it.
  public init(language: String = "en") throws {
    guard let program = Self.program else { throw Failure("Chromium is not installed.") }
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (commands, answers) = (
      folder.appendingPathComponent("commands").path, folder.appendingPathComponent("answers").path
    )
    for path in [commands, answers] where mkfifo(path, 0o600) != 0 {
      throw Failure("A pipe could not be made: \(errno).")
    }
    // Each end is opened for both directions, so that neither program waits for the other.
    connection = try BrowserConnection(writingTo: commands, readingFrom: answers)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #"exec "$0" "$@" 3<"$COMMANDS" 4>"$ANSWERS" 2>"$ERRORS""#, program,
      "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
      "--disable-background-networking", "--force-color-profile=srgb", "--hide-scrollbars",
      "--accept-lang=\(language)",
      "--user-data-dir=\(folder.appendingPathComponent("profile").path)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "COMMANDS": commands, "ANSWERS": answers,
      "ERRORS": folder.appendingPathComponent("errors").path,
    ]) { $1 }
    try process.run()
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    connection.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - width: Its width in pixels.
  ///   - height: Its height in pixels.
  ///   - isDark: Whether the system prefers dark colors.
  /// - Returns: The window.
  /// - Throws: `Failure`.
  public func window(width: Int = 1_000, height: Int = 800, isDark: Bool = false) throws -> Window {
    let target = try connection.call("Target.createTarget", ["url": "about:blank"])["targetId"]
    let session = try connection.call(
      "Target.attachToTarget", ["targetId": target as? String ?? "", "flatten": true])["sessionId"]
    guard let session = session as? String else { throw Failure("There is no window.") }
    let window = Window(self, session)
    try window.call("Page.enable")
    try window.call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    try window.call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    return window
  }
}

/// Sends commands to a browser and waits for its answers.
final class BrowserConnection: @unchecked Sendable {
  // `@unchecked`: the mutable state is only accessed while the condition is locked.

  private let condition = NSCondition()
  private var lastNumber = 0
  /// The answers that nobody has taken yet, by the number of the command.
  private var answers: [Int: [String: Any]] = [:]
  private var isClosed = false
  private let output: Int32
  private let input: Int32

  init(writingTo commands: String, readingFrom answers: String) throws {
    output = open(commands, O_RDWR)
    input = open(answers, O_RDWR)
    guard output >= 0, input >= 0 else { throw Browser.Failure("A pipe could not be opened.") }
    let thread = Thread { [weak self, input] in Self.read(input) { self?.take($0) ?? false } }
    thread.name = "browser"
    thread.start()
  }

  /// Reads messages, which end with NUL, until the receiver wants no more.
  private static func read(_ input: Int32, _ receive: ([String: Any]) -> Bool) {
    var waiting = Data()
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(input, &bytes, bytes.count)
      guard count > 0 else { break }
      waiting.append(contentsOf: bytes[..<count])
      while let end = waiting.firstIndex(of: 0) {
        let message = try? JSONSerialization.jsonObject(with: waiting[..<end])
        waiting.removeSubrange(...end)
        guard receive(message as? [String: Any] ?? [:]) else {
          Foundation.close(input)
          return
        }
      }
    }
    Foundation.close(input)
  }

  private func take(_ message: [String: Any]) -> Bool {
    condition.withLock {
      if let number = message["id"] as? Int { answers[number] = message }
      condition.broadcast()
      return !isClosed
    }
  }

  func close() {
    condition.withLock {
      guard !isClosed else { return }
      isClosed = true
      condition.broadcast()
      Foundation.close(output)
    }
  }

  /// Sends a command and waits for its answer, at most five minutes.
  @discardableResult
  func call(
    _ method: String, _ parameters: [String: Any] = [:], session: String? = nil
  ) throws -> [String: Any] {
    let number = condition.withLock {
      lastNumber += 1
      return lastNumber
    }
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    var data = try JSONSerialization.data(withJSONObject: message)
    data.append(0)
    let isSent = data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(output, rest.baseAddress, rest.count)
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard isSent else { throw Browser.Failure("The browser ended.") }
    let limit = Date(timeIntervalSinceNow: 300)
    let answer = condition.withLock { () -> [String: Any]? in
      while answers[number] == nil, !isClosed {
        guard condition.wait(until: limit) else { return nil }
      }
      return answers.removeValue(forKey: number)
    }
    guard let answer else { throw Browser.Failure("\(method) had no answer.") }
    if let error = answer["error"] as? [String: Any] {
      throw Browser.Failure("\(method): \(error["message"] ?? error)")
    }
    return answer["result"] as? [String: Any] ?? [:]
  }
}

extension Slice where Base == UnsafeRawBufferPointer {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}
