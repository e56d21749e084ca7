#if !canImport(os)
  import Foundation

  /// Writes messages for developers to standard error.
  ///
  /// `os` has this type on Apple's systems. If another module adds it, a scoped import, such as
  /// `import struct AppleShims.Logger`, chooses one.
  ///
  /// Messages with the level `default` or above are written. The environment variable
  /// `APPLE_SHIMS_LOG` sets another level: `debug`, `info`, `default`, `error`, `fault`, or `none`.
  /// Private values are written as `<private>`, unless `APPLE_SHIMS_LOG_PRIVATE` is `1`. Both
  /// variables are read once, by the first logger.
  public struct Logger: Sendable {
    private let source: String
    private let settings: LogSettings
    private let write: @Sendable (String) -> Void

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - subsystem: The subject of the messages, such as the identifier of the program.
    ///   - category: A part of the subsystem.
    public init(subsystem: String, category: String) {
      self.init(
        "[\(subsystem):\(category)] ", LogSettings.current, write: Self.writeToStandardError)
    }

    /// Creates a logger whose messages do not name a source.
    public init() {
      self.init("", LogSettings.current, write: Self.writeToStandardError)
    }

    init(
      _ source: String, _ settings: LogSettings, write: @escaping @Sendable (String) -> Void
    ) {
      (self.source, self.settings, self.write) = (source, settings, write)
    }

    /// Writes a message with a level; its values are not computed if messages with the level are
    /// disabled.
    public func log(level: OSLogType, _ message: OSLogMessage) {
      guard settings.level <= level else { return }
      let text = message.text(showingPrivate: settings.showsPrivate)
      write("\(Date.now.formatted(.iso8601)) \(source)\(level.name): \(text)\n")
    }

    /// Whether messages with a level are written.
    public func isEnabled(type: OSLogType) -> Bool { settings.level <= type }

    /// Writes a message with the level `default`.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes a message with the level `debug`.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message with the level `debug`.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message with the level `info`.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }

    /// Writes a message with the level `default`.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes a message with the level `error`.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes a message with the level `error`.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes a message with the level `fault`.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }

    /// Writes a message with the level `fault`.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }

    private static let writeToStandardError: @Sendable (String) -> Void = { line in
      // Failures are ignored: there is nowhere to report them.
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }

  /// The severity of a message.
  public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number of the level on Apple's systems.
    public let rawValue: UInt8

    /// Creates a level from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Information for developing a program.
    public static let debug = OSLogType(rawValue: 2)
    /// Information that may help to understand a failure.
    public static let info = OSLogType(rawValue: 1)
    /// Information that is required to understand a failure.
    public static let `default` = OSLogType(rawValue: 0)
    /// A failure.
    public static let error = OSLogType(rawValue: 16)
    /// A failure that only a bug in the program can cause.
    public static let fault = OSLogType(rawValue: 17)

    /// The levels, in ascending order of severity.
    static let all: [(level: OSLogType, name: String)] = [
      (.debug, "debug"), (.info, "info"), (.default, "default"), (.error, "error"),
      (.fault, "fault"),
    ]

    var name: String { Self.all.first { $0.level == self }?.name ?? "\(rawValue)" }
  }

  /// The levels to write, and whether private values are shown.
  struct LogSettings: Sendable {
    /// The lowest level that is written.
    enum Level: Sendable {
      case some(OSLogType), none

      static func <= (level: Level, type: OSLogType) -> Bool {
        guard case .some(let least) = level else { return false }
        let ranks = OSLogType.all.map(\.level)
        return (ranks.firstIndex(of: least) ?? 0) <= (ranks.firstIndex(of: type) ?? ranks.count)
      }
    }

    var level: Level
    var showsPrivate: Bool

    static let current = LogSettings(ProcessInfo.processInfo.environment)

    init(_ environment: [String: String]) {
      let name = environment["APPLE_SHIMS_LOG"]
      let named = OSLogType.all.first { $0.name == name }?.level
      level = name == "none" ? .none : .some(named ?? .default)
      showsPrivate = environment["APPLE_SHIMS_LOG_PRIVATE"] == "1"
    }
  }
#endif
