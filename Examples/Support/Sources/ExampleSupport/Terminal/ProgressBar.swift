import Foundation
import TerminalText

/// A line that shows the progress of a long operation.
///
/// Nothing is drawn in the first moments, so that short operations do not flicker, or if messages
/// do not go to a terminal.
package struct ProgressBar: Sendable {
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)
  private static let width = 30

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

  /// Redraws the bar, unless it was drawn a moment ago.
  ///
  /// - Parameters:
  ///   - completed: The amount of work done.
  ///   - total: The total amount of work; nil if it is unchanged.
  ///   - label: A description of the current work, shown after the numbers.
  package mutating func update(_ completed: Int, of total: Int? = nil, label: String = "") {
    self.total = total ?? self.total
    guard terminal.showsProgress, now() >= nextDrawing else { return }
    nextDrawing = now().advanced(by: Self.interval)
    isDrawn = true
    draw(Self.line(completed: completed, total: self.total, width: barWidth(label)), label)
  }

  /// Shows a description of work whose total amount is unknown.
  package mutating func tell(_ label: String) {
    guard terminal.showsProgress, now() >= nextDrawing else { return }
    nextDrawing = now().advanced(by: Self.interval)
    isDrawn = true
    draw("", label)
  }

  /// The width of the bar itself: the width of the terminal without the numbers and the label.
  private func barWidth(_ label: String) -> Int {
    guard let columns = terminal.messageColumns else { return Self.width }
    let numbers = " 100 %  \(total) of \(total)  ".count + label.displayWidth
    return min(Self.width, max(5, columns - 1 - numbers))
  }

  private func draw(_ line: String, _ label: String) {
    guard !label.isEmpty else { return terminal.message("\r" + line) }
    let text = line.isEmpty ? label : "\(line)  \(label)"
    // A line wider than the terminal could not be redrawn.
    let shown = terminal.messageColumns.map { text.shortened(to: max(1, $0 - 1)) } ?? text
    // Clears the rest of the previous line.
    terminal.message("\r\(shown)\u{1B}[K")
  }

  /// Removes the line.
  package mutating func finish() {
    guard isDrawn else { return }
    terminal.message("\r\u{1B}[K")
    isDrawn = false
  }

  /// The text of the bar.
  package static func line(completed: Int, total: Int, width: Int) -> String {
    let fraction = total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
    let filled = Int(fraction * Double(width))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    return "\(bar) \(Int(fraction * 100)) %  \(completed) of \(total)"
  }
}
