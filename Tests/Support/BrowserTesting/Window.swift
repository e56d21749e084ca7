import Foundation

/// A window of a browser.
public final class Window: Sendable {
  private let browser: Browser
  private let session: String

  init(_ browser: Browser, _ session: String) { (self.browser, self.session) = (browser, session) }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.connection.call(method, parameters, session: session)
  }

  /// Opens an address and waits until it is loaded.
  public func open(_ address: String) throws {
    let result = try call("Page.navigate", ["url": address])
    if let problem = result["errorText"] as? String, !problem.isEmpty {
      throw Browser.Failure("\(address): \(problem)")
    }
    try wait(for: "document.readyState == 'complete' && location.href != 'about:blank'")
  }

  /// The value of an expression in the page.
  ///
  /// - Throws: `Browser.Failure` if the expression throws, or has another type.
  public func value<Value: Decodable>(
    of expression: String, as type: Value.Type = Value.self
  ) throws -> Value {
    let result = try call(
      "Runtime.evaluate",
      [
        "expression": "(async () => JSON.stringify([await (\(expression))]))()",
        "awaitPromise": true, "returnByValue": true, "userGesture": true,
      ])
    if let details = result["exceptionDetails"] as? [String: Any] {
      let exception = details["exception"] as? [String: Any]
      throw Browser.Failure("\(exception?["description"] ?? details["text"] ?? details)")
    }
    guard let text = (result["result"] as? [String: Any])?["value"] as? String,
      let value = try JSONDecoder().decode([Value].self, from: Data(text.utf8)).first
    else { throw Browser.Failure("\(expression) has no value.") }
    return value
  }

  /// Waits until a condition holds.
  ///
  /// A busy machine only delays it; the limit of three minutes ends tests that would hang.
  ///
  /// - Throws: `Browser.Failure` with the text of the page if it does not.
  public func wait(for condition: String) throws {
    let limit = ContinuousClock.now.advanced(by: .seconds(180))
    while ContinuousClock.now < limit {
      // A page that is being loaded has no values.
      if (try? value(of: "Boolean(\(condition))", as: Bool.self)) == true { return }
      Thread.sleep(forTimeInterval: 0.005)
    }
    let text = (try? value(of: "document.body.innerText", as: String.self)) ?? "no page"
    throw Browser.Failure("Not within three minutes: \(condition)\n\(text.prefix(2_000))")
  }

  /// Waits until the page shows a text.
  public func wait(forText text: String) throws {
    try wait(for: "document.body.innerText.includes(\(Self.quoted(text)))")
  }

  /// A text as an expression.
  public static func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: [text])
    return data.map { "\(String(decoding: $0, as: UTF8.self))[0]" } ?? "''"
  }

  /// The element that a selector or a visible text finds.
  private static func element(_ what: String) -> String {
    what.hasPrefix("text=")
      ? """
      [...document.querySelectorAll("a, button, summary, label")].find(
        (item) => (item.innerText ?? "").trim().startsWith(\(quoted(String(what.dropFirst(5))))))
      """ : "document.querySelector(\(quoted(what)))"
  }

  /// Clicks an element with the mouse.
  ///
  /// - Parameter what: A selector, or `text=` and the beginning of a link's or button's text.
  /// - Throws: `Browser.Failure` if there is none within three minutes.
  public func click(_ what: String) throws {
    let element = Self.element(what)
    try wait(for: element)
    let place: [Double] = try value(
      of: """
        (() => {
          const element = \(element);
          element.scrollIntoView({ block: "center", behavior: "instant" });
          const box = element.getBoundingClientRect();
          return [box.x + Math.min(box.width / 2, 40), box.y + box.height / 2];
        })()
        """)
    for kind in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1])
    }
  }

  /// Clicks an element that leads to another page, and waits until that is loaded.
  public func follow(_ what: String) throws {
    try value(of: "window.isFormer = true", as: Bool.self)
    try click(what)
    try waitForAnotherPage()
  }

  /// Waits until another page than the one with the mark is loaded.
  private func waitForAnotherPage() throws {
    try wait(for: "!window.isFormer && document.readyState == 'complete'")
  }

  /// Replaces the text of a field by typing.
  public func fill(_ selector: String, _ text: String) throws {
    try wait(for: Self.element(selector))
    let _: Bool = try value(
      of:
        "(() => { const field = \(Self.element(selector)); field.focus(); field.select?.(); return true; })()"
    )
    try type(text)
  }

  /// Types a text into the element that has the focus.
  public func type(_ text: String) throws {
    if text.isEmpty {
      try press("Delete")
    } else {
      try call("Input.insertText", ["text": text])
    }
  }

  /// Presses a key, such as `Tab`, `Enter` or ` `.
  public func press(_ key: String, shift: Bool = false) throws {
    let codes = ["Tab": 9, "Enter": 13, " ": 32, "Escape": 27, "Delete": 46, "ArrowDown": 40]
    var parameters: [String: Any] = [
      "key": key, "code": key == " " ? "Space" : key, "windowsVirtualKeyCode": codes[key] ?? 0,
      "modifiers": shift ? 8 : 0,
    ]
    if key == "Enter" { parameters["text"] = "\r" }
    if key == " " { parameters["text"] = " " }
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyDown"]) { $1 })
    parameters["text"] = nil
    try call("Input.dispatchKeyEvent", parameters.merging(["type": "keyUp"]) { $1 })
  }

  /// Presses a key that leads to another page, and waits until that is loaded.
  public func pressAndFollow(_ key: String) throws {
    try value(of: "window.isFormer = true", as: Bool.self)
    try press(key)
    try waitForAnotherPage()
  }

  /// Chooses files in a field.
  public func choose(_ files: [URL], in selector: String) throws {
    let root = try call("DOM.getDocument")["root"] as? [String: Any]
    let node = try call(
      "DOM.querySelector", ["nodeId": root?["nodeId"] as? Int ?? 0, "selector": selector])["nodeId"]
    try call(
      "DOM.setFileInputFiles", ["files": files.map(\.path), "nodeId": node as? Int ?? 0])
  }

  /// Writes a picture of what the window shows.
  public func picture(to url: URL) throws {
    let result = try call(
      "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": false])
    guard let text = result["data"] as? String, let data = Data(base64Encoded: text) else {
      throw Browser.Failure("There is no picture.")
    }
    try data.write(to: url)
  }

  /// What axe finds wrong with the page for people who cannot see, hear or point well.
  ///
  /// - Parameter axe: The script of axe.
  /// - Returns: The rules, and elements that break them.
  /// - Throws: `Browser.Failure`.
  public func violations(axe: String) throws -> [String] {
    // The policy of the page does not apply to what the protocol evaluates.
    try call("Runtime.evaluate", ["expression": axe])
    return try value(
      of: """
        axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations.map(
          (rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map((node) => node.html).join(", ").slice(0, 400)}`))
        """)
  }
}

extension Window {
  /// Evaluates an expression whose value does not matter.
  private func value(of expression: String, as type: Bool.Type) throws {
    let _: Bool = try value(of: expression)
  }
}
