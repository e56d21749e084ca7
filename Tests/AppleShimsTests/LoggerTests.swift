#if !canImport(os)
  import Foundation
  import Synchronization
  import Testing

  @testable import AppleShims

  @Suite("Logger")
  struct LoggerTests {
    private final class Lines: Sendable {
      private let lines = Mutex<[String]>([])

      /// The lines without their times.
      var texts: [String] {
        lines.withLock { $0.map { String($0.drop { $0 != " " }.dropFirst()) } }
      }

      func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private func lines(
      _ environment: [String: String] = [:], _ body: (Logger) -> Void
    ) -> [String] {
      let lines = Lines()
      body(Logger("[a:b] ", LogSettings(environment), write: lines.append))
      return lines.texts
    }

    private func text(
      _ message: OSLogMessage, showingPrivate: Bool = false
    ) -> String { message.text(showingPrivate: showingPrivate) }

    @Test func messagesOfTheDefaultLevelOrAboveAreWritten() {
      let lines = lines { logger in
        logger.trace("1")
        logger.debug("2")
        logger.info("3")
        logger.notice("4")
        logger.log("5")
        logger.warning("6")
        logger.error("7")
        logger.critical("8")
        logger.fault("9")
        logger.log(level: .info, "10")
      }
      #expect(
        lines == [
          "[a:b] default: 4\n", "[a:b] default: 5\n", "[a:b] error: 6\n", "[a:b] error: 7\n",
          "[a:b] fault: 8\n", "[a:b] fault: 9\n",
        ])
    }

    @Test(arguments: [
      ("debug", 5), ("info", 4), ("default", 3), ("error", 2), ("fault", 1), ("none", 0),
      ("unknown", 3),
    ])
    func environmentSetsTheLevel(_ name: String, _ count: Int) {
      let levels = [OSLogType.debug, .info, .default, .error, .fault]
      var enabled: [OSLogType] = []
      let lines = lines(["APPLE_SHIMS_LOG": name]) { logger in
        for level in levels { logger.log(level: level, "x") }
        enabled = levels.filter(logger.isEnabled)
      }
      let names = ["debug", "info", "default", "error", "fault"].suffix(count)
      #expect(lines == names.map { "[a:b] \($0): x\n" })
      #expect(enabled == Array(levels.suffix(count)))
    }

    @Test func valuesOfUnwrittenMessagesAreNotComputed() {
      let count = Mutex(0)
      func next() -> Int {
        count.withLock {
          $0 += 1; return $0
        }
      }
      let lines = lines { logger in
        logger.debug("\(next())")
        logger.error("\(next())")
      }
      #expect(lines == ["[a:b] error: 1\n"])
      #expect(count.withLock { $0 } == 1)
    }

    @Test func valuesArePrivateUnlessTheyAreNumbersOrPublic() {
      let (name, id) = ("Ada", UUID())
      #expect(text("\(1) \(2.5) \(true) \(String.self)") == "1 2.500000 true String")
      #expect(text("\(name) \(id) \(CancellationError())") == "<private> <private> <private>")
      #expect(text("\(name, privacy: .public) \(id, privacy: .public)") == "Ada \(id)")
      #expect(
        text("\(1, privacy: .private) \(1, privacy: .sensitive)") == "<private> <private>")
      #expect(text("\(name) \(1, privacy: .private)", showingPrivate: true) == "Ada 1")
      let shown = lines(["APPLE_SHIMS_LOG_PRIVATE": "1"]) { $0.error("\(name)") }
      #expect(shown == ["[a:b] error: Ada\n"])
    }

    @Test func hashesOfEqualValuesAreEqual() {
      let (first, second) = ("Ada", "Bob")
      let message = text("\(first, privacy: .private(mask: .hash))")
      #expect(message.hasPrefix("<mask.hash: "))
      #expect(!message.contains("Ada"))
      #expect(message == text("\(first, privacy: .auto(mask: .hash))"))
      #expect(message != text("\(second, privacy: .sensitive(mask: .hash))"))
    }

    @Test func valuesHaveFormatsAndColumns() {
      #expect(text("\(255, format: .hex) \(-8, format: .octal)") == "ff -10")
      #expect(text("\(255, format: .hex(includePrefix: true, uppercase: true))") == "0xFF")
      #expect(text("\(1.5, format: .fixed(precision: 1)) \(true, format: .answer)") == "1.5 yes")
      let name = "ab"
      #expect(text("|\(name, align: .right(columns: 4), privacy: .public)|") == "|  ab|")
      #expect(text("|\(1, align: .left(columns: 3))|") == "|1  |")
    }
  }
#endif
