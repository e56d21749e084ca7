/// A line that shows how far a piece of work has come; nothing where it goes to no terminal.
struct ProgressBar {
  private static let width = 30
  private static let interval = ContinuousClock.Duration.milliseconds(100)

  private let console: Console
  private var next = ContinuousClock.now.advanced(by: .milliseconds(300))
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
    let filled = total > 0 ? min(Self.width, completed * Self.width / total) : Self.width
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    console.message("\r\(bar)  \(completed) of \(total)\(stage.map { "  " + $0 } ?? "")\u{1B}[K")
  }

  /// Takes the line away.
  mutating func finish() {
    if isDrawn { console.message("\r\u{1B}[K") }
    isDrawn = false
  }
}
