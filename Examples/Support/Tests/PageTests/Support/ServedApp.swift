import BrowserTesting
import ExampleTestSupport
import Foundation
import RandomTesting
import Testing

/// A program that serves its pages in a process of its own, and the same program on the command
/// line.
final class ServedApp {
  /// The address of the pages, with a slash at the end.
  let address: String
  let folder: URL
  private let name: String
  private let store: String

  /// The value of `--store`.
  var storePath: String { store }
  private let program: HelperProgram
  private let environment: [String: String]

  /// - Parameters:
  ///   - name: The name of the program.
  ///   - store: Where the store is.
  ///   - folder: A folder for the store and the settings.
  ///   - options: Further options of `serve`.
  ///   - commands: What to run before.
  ///   - environment: Variables of the program.
  /// - Throws: Errors of starting the program.
  init(
    _ name: String, on store: ExampleStore = .file, in folder: URL, _ options: [String] = [],
    after commands: [[String]] = [], environment: [String: String] = [:]
  ) throws {
    (self.name, self.folder, self.store) = (name, folder, try store.text(in: folder))
    self.environment = environment.merging(["HOME": folder.path]) { $1 }
    for command in commands {
      let run = try HelperProgram(
        HelperProgram.url(name), command + ["--store", self.store], environment: self.environment)
      let (status, lines) = try run.waitUntilExit()
      guard status == 0 else { throw Browser.Failure("\(command): \(lines)") }
    }
    program = try HelperProgram(
      HelperProgram.url(name), ["serve", "--port", "0", "--store", self.store] + options,
      environment: self.environment)
    try program.waitForLines(prefix: "Open http")
    let line = try program.lines().first { $0.hasPrefix("Open http") } ?? ""
    address = String(line.split(separator: " ")[1])
  }

  deinit { program.terminate() }

  /// Runs the program on the command line; it must succeed.
  @discardableResult
  func run(_ arguments: String...) throws -> String {
    let (status, output) = try status(of: arguments)
    guard status == 0 else { throw Browser.Failure("\(name) \(arguments): \(status) \(output)") }
    return output
  }

  /// Runs the program on the command line; returns its exit status and what it printed.
  func status(of arguments: [String]) throws -> (status: Int32, output: String) {
    let run = try HelperProgram(
      HelperProgram.url(name), arguments + ["--store", store],
      environment: environment)
    let (status, lines) = try run.waitUntilExit()
    return (status, lines.joined(separator: "\n"))
  }

  /// Ends the program orderly.
  func stop() throws -> Int32 {
    program.terminate()
    return try program.waitUntilExit().status
  }
}

/// What tests of pages need besides.
enum PageTesting {
  /// Whether the browser and axe are installed, which `make test-web` does.
  static var isPossible: Bool { Browser.program != nil && axe != nil }

  /// The script of axe.
  static let axe: String? = {
    let path =
      ProcessInfo.processInfo.environment["OPENSWIFTDATA_AXE"] ?? ".build/browser/axe.min.js"
    return try? String(contentsOfFile: path, encoding: .utf8)
  }()

  /// The folder for pictures of pages; nil if none are wanted.
  static let pictures = ProcessInfo.processInfo.environment["OPENSWIFTDATA_PICTURES"]
    .map { URL(fileURLWithPath: $0) }

  /// Writes a picture of 2 by 2 pixels.
  static func picture(in folder: URL) throws -> URL {
    let data = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGPkMznNwMDAxAAGCBYAEhkBEDUnmFcAAAAASUVORK5CYII="
    )
    let url = folder.appendingPathComponent("picture.png")
    try #require(data).write(to: url)
    return url
  }

  static func withApp(
    _ name: String, on store: ExampleStore = .file, _ options: String...,
    body: (ServedApp) throws -> Void
  ) throws {
    try store.begin()
    try withTemporaryFolder { folder in
      let app = try ServedApp(name, on: store, in: folder, options)
      try body(app)
      #expect(try app.stop() == 0)
    }
  }

  /// The page that a browser without scripts shows after a request.
  static func text(at address: String, _ form: String = "") throws -> String {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["curl", "-sL", address] + (form.isEmpty ? [] : ["-d", form])
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Presses the tabulator until an element in the content has the focus.
  static func tab(to text: String, in window: Window) throws {
    for _ in 0..<40 {
      try window.press("Tab")
      let found: Bool = try window.value(
        of: """
          document.activeElement.closest("main") != null \
          && document.activeElement.innerText.startsWith(\(Window.quoted(text)))
          """)
      if found { return }
    }
    throw Browser.Failure("No element “\(text)” gets the focus.")
  }

  /// Opens pages in both languages and colors, looks for mistakes, and takes their pictures.
  ///
  /// - Parameters:
  ///   - paths: The paths of the pages, by the names of their pictures.
  ///   - app: The app.
  ///   - prepare: Called with each language before its pages are opened.
  /// - Throws: `Browser.Failure`.
  static func inspect(
    _ paths: [(name: String, path: String)], of app: ServedApp,
    prepare: (String) throws -> Void = { _ in }
  ) throws {
    for (language, isDark) in [("en", false), ("ja", true)] {
      try prepare(language)
      let browser = try Browser(language: language)
      let wide = try browser.window(width: 1_000, height: 900, isDark: isDark)
      let narrow = try browser.window(width: 360, height: 740, isDark: isDark)
      for (name, path) in paths {
        let both = [(wide, "wide"), (narrow, "narrow")]
        // Each page in each language and each size; in all four combinations if pictures are wanted.
        for (window, size) in pictures != nil ? both : isDark ? [both[1]] : [both[0]] {
          try window.open(app.address + path)
          let found = try window.violations(axe: axe ?? "")
          #expect(found.isEmpty, "\(path) \(language) \(size): \(found)")
          #expect(try window.value(of: "document.documentElement.lang") == language)
          let overflow: Int = try window.value(
            of: "document.documentElement.scrollWidth - document.documentElement.clientWidth")
          #expect(overflow <= 0, "\(path) \(language) \(size) is too wide by \(overflow)")
          if let pictures {
            try window.picture(
              to: pictures.appendingPathComponent("\(name)-\(language)-\(size).png"))
          }
        }
      }
    }
  }
}

extension Window {
  /// Sets the value of a field that is not typed, such as a date.
  func setValue(_ selector: String, _ text: String) throws {
    try wait(for: "document.querySelector(\(Window.quoted(selector)))")
    let _: Bool = try value(
      of: """
        (() => { document.querySelector(\(Window.quoted(selector))).value = \(Window.quoted(text));
          return true; })()
        """)
  }
}
