import Locks

/// A line that shows the progress of a long operation.
///
/// Nothing is drawn in the first moments, so that short operations do not flicker, or if messages
/// do not go to a terminal.
public final class ProgressBar: Sendable {
  private static let width = 30
  private static let leastWidth = 5
  private static let interval = ContinuousClock.Duration.milliseconds(100)

  private struct State {
    var total: Int
    var nextDrawing: ContinuousClock.Instant
    var isDrawn = false
  }

  private let terminal: Terminal
  private let showsPercentage: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - total: The total amount of work.
  ///   - terminal: The terminal on which to draw.
  ///   - showsPercentage: Whether the share of finished work is shown.
  ///   - now: The clock.
  public init(
    total: Int = 0, terminal: Terminal, showsPercentage: Bool = true,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.terminal, self.showsPercentage, self.now) = (terminal, showsPercentage, now)
    state = Mutex(
      State(total: total, nextDrawing: now().advanced(by: terminal.progressDelay)))
  }

  /// Whether the bar is drawn if the work takes long enough.
  package var isShown: Bool { terminal.showsProgress }

  /// Redraws the bar, unless it was drawn a moment ago.
  ///
  /// - Parameters:
  ///   - completed: The amount of work done.
  ///   - total: The total amount of work; nil if it is unchanged.
  ///   - label: A description of the current work, shown after the numbers.
  public func update(_ completed: Int, of total: Int? = nil, label: String = "") {
    draw(total) { total in
      let line = Self.line(
        completed, of: total, label: label, showsPercentage: showsPercentage,
        columns: terminal.messageColumns)
      // A label may be shorter than the previous one.
      return label.isEmpty ? line : line + "\u{1B}[K"
    }
  }

  /// Shows a description of work whose total amount is unknown.
  public func tell(_ label: String) {
    draw(nil) { _ in label.shortened(to: Self.room(terminal.messageColumns)) + "\u{1B}[K" }
  }

  private func draw(_ total: Int?, _ line: (Int) -> String) {
    guard terminal.showsProgress else { return }
    state.withLock { state in
      state.total = total ?? state.total
      guard now() >= state.nextDrawing else { return }
      state.nextDrawing = now().advanced(by: Self.interval)
      state.isDrawn = true
      terminal.draw("\r" + line(state.total))
    }
  }

  /// Removes the line.
  public func finish() {
    state.withLock { state in
      if state.isDrawn { terminal.draw("\r\u{1B}[K") }
      state.isDrawn = false
    }
  }

  /// The columns for the line: writing to the last one makes terminals continue on the next line,
  /// and a wrapped line could not be redrawn.
  private static func room(_ columns: Int?) -> Int { max(0, (columns ?? 80) - 1) }

  /// The text of the line, shorter than the terminal is wide.
  package static func line(
    _ completed: Int, of total: Int, label: String = "", showsPercentage: Bool, columns: Int?
  ) -> String {
    let numbers = numbers(completed, total, showsPercentage)
    let text = label.isEmpty ? numbers : "\(numbers)  \(label)"
    let room = room(columns)
    let width = min(Self.width, room - text.displayWidth)
    guard width < leastWidth else { return bar(completed, total, width: width) + text }
    let bare = text.drop { $0 == " " }
    return label.isEmpty ? String(bare.prefix(room)) : bare.shortened(to: room)
  }

  /// The text of the line with a bar of a fixed width.
  package static func line(completed: Int, total: Int, width: Int) -> String {
    bar(completed, total, width: width) + numbers(completed, total, true)
  }

  private static func bar(_ completed: Int, _ total: Int, width: Int) -> String {
    let filled = Int(share(completed, total) * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  private static func numbers(_ completed: Int, _ total: Int, _ showsPercentage: Bool) -> String {
    (showsPercentage ? " \(Int(share(completed, total) * 100)) %" : "")
      + "  \(completed) of \(total)"
  }

  private static func share(_ completed: Int, _ total: Int) -> Double {
    total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
  }
}
