import DataSync
import ExampleSupport

/// Shows the progress of a sync on a terminal, and reports what the server refused.
struct SyncDisplay {
  private let terminal: Terminal
  private var bar: ProgressBar

  init(
    on terminal: Terminal,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.terminal = terminal
    bar = ProgressBar(total: 0, terminal: terminal, now: now)
  }

  /// Shows events until the sync ends.
  mutating func follow(_ events: AsyncStream<SyncEvent>) async {
    for await event in events {
      switch event {
      case .sending(let progress): show(progress, "sending")
      case .fetching(let progress): show(progress, "fetching")
      case .refused(let error):
        bar.finish()
        terminal.warn("The server refused a record: \(error.description)")
      case .setAside(let record):
        bar.finish()
        terminal.warn("A record from the server was set aside: \(record.reason.description)")
      case .serverReset:
        bar.finish()
        terminal.warn("The server lost changes. The missing ones are sent again.")
      case .conflict, .began, .accountChanged: break
      case .ended, .failed:
        bar.finish()
        return
      }
    }
    bar.finish()
  }

  private mutating func show(_ progress: SyncProgress, _ what: String) {
    let size = progress.bytes > 0 ? ", \(Self.size(progress.bytes))" : ""
    if let total = progress.total {
      bar.update(progress.records, of: total, label: what + size)
    } else {
      bar.tell("\(what) \(progress.records.counted("record"))\(size)")
    }
  }

  /// Formats a number of bytes.
  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: return "\(bytes) B"
    case ..<1_000_000: return "\(bytes / 1_000) kB"
    default:
      let tenths = bytes / 100_000
      return "\(tenths / 10).\(tenths % 10) MB"
    }
  }
}
