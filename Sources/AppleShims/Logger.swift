#if !canImport(os)
  import Foundation

  /// Writes messages for developers to standard error.
  ///
  /// `os` has this type on Apple's systems. Should another module come to have it, a scoped import, such as
  /// `import struct AppleShims.Logger`, chooses one.
  ///
  /// Messages of the level `default` or above are written. The environment variable `APPLE_SHIMS_LOG` sets another level:
  /// `debug`, `info`, `default`, `error`, `fault`, or `none`. Values that are private are written as `<private>`, unless
  /// `APPLE_SHIMS_LOG_PRIVATE` is `1`. Both are read once, by the first logger.
  public struct Logger: Sendable {
    private let source: String
    private let settings: LogSettings
    private let write: @Sendable (String) -> Void

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - subsystem: What the messages are about, such as the identifier of the program.
    ///   - category: A part of it.
    public init(subsystem: String, category: String) {
      self.init(
        "[\(subsystem):\(category)] ", LogSettings.current, write: Self.writeToStandardError)
    }

    /// Makes a logger whose messages have no source.
    public init() {
      self.init("", LogSettings.current, write: Self.writeToStandardError)
    }

    init(
      _ source: String, _ settings: LogSettings, write: @escaping @Sendable (String) -> Void
    ) {
      (self.source, self.settings, self.write) = (source, settings, write)
    }

    /// Writes a message of a level; the values in it are not computed if messages of the level are not written.
    public func log(level: OSLogType, _ message: OSLogMessage) {
      guard settings.level <= level else { return }
      let text = message.text(showingPrivate: settings.showsPrivate)
      write("\(Date.now.formatted(.iso8601)) \(source)\(level.name): \(text)\n")
    }

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool { settings.level <= type }

    /// Writes a message of the level `default`.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes a message of the level `debug`.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message of the level `debug`.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message of the level `info`.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }

    /// Writes a message of the level `default`.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes a message of the level `error`.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes a message of the level `error`.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes a message of the level `fault`.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }

    /// Writes a message of the level `fault`.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }

    private static let writeToStandardError: @Sendable (String) -> Void = { line in
      // There is nobody to tell that messages cannot be written.
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  }

  /// How important a message is.
  public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// The number that Apple's systems have for it.
    public let rawValue: UInt8

    /// Makes a level of a number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What helps while a program is written.
    public static let debug = OSLogType(rawValue: 2)
    /// What may help to understand a failure.
    public static let info = OSLogType(rawValue: 1)
    /// What is needed to understand a failure.
    public static let `default` = OSLogType(rawValue: 0)
    /// What failed.
    public static let error = OSLogType(rawValue: 16)
    /// What can only be a mistake in the program.
    public static let fault = OSLogType(rawValue: 17)

    /// The levels, the least important first.
    static let all: [(level: OSLogType, name: String)] = [
      (.debug, "debug"), (.info, "info"), (.default, "default"), (.error, "error"),
      (.fault, "fault"),
    ]

    var name: String { Self.all.first { $0.level == self }?.name ?? "\(rawValue)" }
  }

  /// What is written, and whether private values are shown.
  struct LogSettings: Sendable {
    /// The least important level that is written.
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
