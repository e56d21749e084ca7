import Locks

/// A line that shows how far a piece of work has come; nothing where it goes to no terminal.
package struct ProgressBar {
  private static let width = 30
  private static let leastWidth = 5
  private static let interval = ContinuousClock.Duration.milliseconds(100)

  private let console: Console
  /// How long nothing is drawn: what is done by then needs no bar.
  @TaskLocal package static var firstDelay = ContinuousClock.Duration.milliseconds(300)
  private var next = ContinuousClock.now.advanced(by: Self.firstDelay)
  private var isDrawn = false

  init(_ console: Console) { self.console = console }

  /// Draws the line now and then.
  ///
  /// - Parameters:
  ///   - completed: How much is done.
  ///   - total: How much there is.
  ///   - stage: What is being done; nil where there is but one thing.
  mutating func update(_ completed: Int, of total: Int, _ stage: String? = nil) {
    guard console.showsProgress, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now.advanced(by: Self.interval)
    isDrawn = true
    let line = Self.line(completed, of: total, stage, columns: console.messageColumns)
    console.draw("\r\(line)\u{1B}[K")
  }

  /// Takes the line away.
  mutating func finish() {
    if isDrawn { console.draw("\r\u{1B}[K") }
    isDrawn = false
  }

  /// What is drawn: a line that is longer than the terminal is wide could not be drawn over.
  package static func line(
    _ completed: Int, of total: Int, _ stage: String? = nil, columns: Int?
  ) -> String {
    let count = "\(completed) of \(total)" + (stage.map { "  " + $0 } ?? "")
    // Terminals go on to the next line where the last column is written.
    let room = (columns ?? 80) - 1
    let width = min(Self.width, room - count.count - 2)
    guard width >= leastWidth else { return String(count.prefix(max(0, room))) }
    let filled = total > 0 ? min(width, completed * width / total) : width
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: width - filled) + "  \(count)"
  }
}

/// A progress bar that a closure may keep.
final class ProgressLine: Sendable {
  private let bar: Mutex<ProgressBar>
  /// Whether anybody sees it.
  let isShown: Bool

  init(_ console: Console) {
    bar = Mutex(ProgressBar(console))
    isShown = console.showsProgress
  }

  /// See `ProgressBar`.
  func update(_ completed: Int, of total: Int, _ stage: String? = nil) {
    bar.withLock { $0.update(completed, of: total, stage) }
  }

  func finish() { bar.withLock { $0.finish() } }
}

/// Tells how far something has come whose steps are made deep within it.
enum Progress {
  /// Told after each step.
  @TaskLocal static var step: @Sendable () -> Void = {}
}
