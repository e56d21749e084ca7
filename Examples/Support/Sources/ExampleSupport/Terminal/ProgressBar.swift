import Foundation

/// A line that shows how far a long piece of work has come.
///
/// Nothing is drawn in the first moments, so short work leaves no flicker, nor where messages do
/// not go to a terminal.
package struct ProgressBar: Sendable {
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  private var total: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private var nextDrawing: ContinuousClock.Instant
  private var isDrawn = false

  package init(
    total: Int, terminal: Terminal,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.total = total
    self.terminal = terminal
    self.now = now
    self.nextDrawing = now().advanced(by: Self.patience)
  }

  /// Draws how far the work is, unless it was drawn a moment ago.
  /// - Parameters:
  ///   - completed: How much is done.
  ///   - total: How much there is to do, where that is not what it was.
  ///   - label: What is being done, which stands behind the numbers.
  package mutating func update(_ completed: Int, of total: Int? = nil, label: String = "") {
    self.total = total ?? self.total
    guard terminal.showsProgress, now() >= nextDrawing else { return }
    nextDrawing = now().advanced(by: Self.interval)
    isDrawn = true
    let line = Self.line(completed: completed, total: self.total, width: 30)
    // What the line before had more of is cleared.
    terminal.message("\r" + (label.isEmpty ? line : "\(line)  \(label)\u{1B}[K"))
  }

  /// Takes the line away.
  package mutating func finish() {
    guard isDrawn else { return }
    terminal.message("\r\u{1B}[K")
    isDrawn = false
  }

  /// One drawing of the bar.
  package static func line(completed: Int, total: Int, width: Int) -> String {
    let fraction = total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
    let filled = Int(fraction * Double(width))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(bar) \(Int(fraction * 100)) %  \(completed) of \(total)"
  }
}
