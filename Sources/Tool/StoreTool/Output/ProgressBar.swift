import Locks

/// A line that shows the progress of some work; nothing is shown if messages do not go to a
/// terminal.
package struct ProgressBar {
  private static let width = 30
  private static let leastWidth = 5
  private static let interval = ContinuousClock.Duration.milliseconds(100)

  private let console: Console
  /// The delay before the first drawing: work that finishes sooner needs no bar.
  @TaskLocal package static var firstDelay = ContinuousClock.Duration.milliseconds(300)
  private var next = ContinuousClock.now.advanced(by: Self.firstDelay)
  private var isDrawn = false

  init(_ console: Console) { self.console = console }

  /// Redraws the line at intervals.
  ///
  /// - Parameters:
  ///   - completed: The amount of work done.
  ///   - total: The total amount of work.
  ///   - stage: The name of the current stage; nil if there is only one.
  mutating func update(_ completed: Int, of total: Int, _ stage: String? = nil) {
    guard console.showsProgress, ContinuousClock.now >= next else { return }
    next = ContinuousClock.now.advanced(by: Self.interval)
    isDrawn = true
    let line = Self.line(completed, of: total, stage, columns: console.messageColumns)
    console.draw("\r\(line)\u{1B}[K")
  }

  /// Removes the line.
  mutating func finish() {
    if isDrawn { console.draw("\r\u{1B}[K") }
    isDrawn = false
  }

  /// The text of the line, shorter than the terminal is wide: a wrapped line could not be redrawn.
  package static func line(
    _ completed: Int, of total: Int, _ stage: String? = nil, columns: Int?
  ) -> String {
    let count = "\(completed) of \(total)" + (stage.map { "  " + $0 } ?? "")
    // Writing to the last column makes terminals continue on the next line.
    let room = (columns ?? 80) - 1
    let width = min(Self.width, room - count.count - 2)
    guard width >= leastWidth else { return String(count.prefix(max(0, room))) }
    let filled = total > 0 ? min(width, completed * width / total) : width
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: width - filled) + "  \(count)"
  }
}

/// A progress bar that a closure can capture.
final class ProgressLine: Sendable {
  private let bar: Mutex<ProgressBar>
  /// Whether the bar is visible.
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

/// Reports the progress of work whose steps are performed deep within calls.
enum Progress {
  /// Called after each step.
  @TaskLocal static var step: @Sendable () -> Void = {}
}
