import BrowserTesting
import ExampleTestSupport
import Foundation
import HTTPTesting
import RandomTesting
import Testing
import WebServer

/// What protects pages, without a browser.
@Suite(
  "Serving",
  .enabled(if: HTTPServer.isAvailable, "libmicrohttpd is missing: Scripts/install_microhttpd"))
struct ServingTests {
  private func status(
    _ app: ServedApp, _ method: String, _ path: String, _ body: String = "", _ headers: [String]
  ) throws -> Int {
    let port = UInt16(app.address.dropLast().split(separator: ":").last ?? "") ?? 0
    let form = method == "POST" ? ["Content-Type: application/x-www-form-urlencoded"] : []
    return try HTTPClient(port: port).send(method, path, body, headers: form + headers).status
  }

  @Test func otherHostsAndSitesAreRefused() throws {
    try PageTesting.withApp("readitlater") { app in
      let form = "url=https%3A%2F%2Fevil.example%2F"
      for (headers, expected) in [
        (["Host: evil.example"], 421), (["Host: localhost", "Origin: https://evil.example"], 403),
        (["Host: localhost", "Sec-Fetch-Site: cross-site"], 403),
        (["Host: localhost", "Origin: null"], 403),
        (["Host: evil.example", "X-Forwarded-Host: localhost"], 421),
      ] {
        let found = try status(app, "POST", "/add", form, headers)
        #expect(found == expected, "\(headers)")
      }
      #expect(try status(app, "GET", "/events", "", ["Host: evil.example"]) == 421)
      #expect(!(try app.run("search", "evil").contains("evil.example")))
      #expect(
        try status(app, "POST", "/add", form, ["Host: localhost", "Sec-Fetch-Site: same-origin"])
          == 303)
    }
  }

  @Test func othersNeedThePassword() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("password")
      try Data("correct horse\nbattery".utf8).write(to: file)
      let app = try ServedApp(
        "spots", in: folder,
        [
          "--listen", "0.0.0.0", "--password-file", file.path, "--allow-host", "spots.example",
          "--trust-proxy",
        ])
      func authorization(_ password: String) -> String {
        "Authorization: Basic \(Data("me:\(password)".utf8).base64EncodedString())"
      }
      for (headers, expected) in [
        (["Host: localhost"], 401), (["Host: localhost", authorization("battery")], 401),
        (["Host: localhost", authorization("correct horse")], 200),
        (["Host: spots.example", authorization("correct horse")], 200),
        (["Host: inner", "X-Forwarded-Host: spots.example", authorization("correct horse")], 200),
        (["Host: inner", authorization("correct horse")], 421),
      ] {
        let found = try status(app, "GET", "/worlds", "", headers)
        #expect(found == expected, "\(headers)")
      }
      #expect(try app.stop() == 0)
    }
  }

  @Test func wrongOptionsAreTold() throws {
    try withTemporaryFolder { folder in
      let short = folder.appendingPathComponent("short")
      try Data("short".utf8).write(to: short)
      let store = folder.appendingPathComponent("a.store").path
      for (options, expected) in [
        (["--listen", "0.0.0.0"], 2), (["--port", "99999"], 2), (["--allow-host", "a:1"], 2),
        (["--listen", "203.0.113.1", "--password-file", short.path], 5),
        (["--password-file", "/nowhere"], 1), (["more"], 2), (["--listen", "127.0.0.1.1"], 1),
      ] as [([String], Int32)] {
        let run = try HelperProgram(
          HelperProgram.url("trips"), ["serve", "--store", store] + options,
          environment: ["HOME": folder.path])
        let found = try run.waitUntilExit().status
        #expect(found == expected, "\(options)")
      }
    }
  }
}
