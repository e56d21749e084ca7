import BrowserTesting
import ExampleTestSupport
import Foundation
import SyncTesting
import Testing

/// Two devices of each app sync while their pages are open.
@Suite(
  "Pages of devices that sync",
  .enabled(if: PageTesting.isPossible, "Chromium and axe are missing: make test-web installs them"),
  .serialized)
struct SyncedPageTests {
  private struct Device {
    let app: ServedApp
    /// The list, and the settings.
    let list: Window
    let settings: Window

    func syncNow() throws {
      try settings.follow("text=Sync now")
      try settings.wait(for: "document.querySelector('dd').innerText != 'never'")
    }
  }

  private func withDevices(
    _ name: String, _ list: String, _ body: ([Device]) throws -> Void
  ) async throws {
    let server = try KintoServer.shared(.memory)
    let user = "w" + UUID().uuidString.lowercased()
    _ = try await server.makeAccount(user)
    let address = server.address.absoluteString
    let browser = try Browser()
    try withTemporaryFolder { folder in
      let devices = try (0..<2).map { number in
        let home = folder.appendingPathComponent("device \(number)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let app = try ServedApp(
          name, in: home,
          after: [["settings", "provider", "kinto", "--server", address, "--user", user]],
          environment: ["\(name.uppercased())_PASSWORD": "secret"])
        let device = Device(app: app, list: try browser.window(), settings: try browser.window())
        try device.list.open(app.address + list)
        try device.settings.open(app.address + "settings")
        try device.list.wait(for: "document.documentElement.dataset.connected")
        return device
      }
      try body(devices)
      for device in devices { #expect(try device.app.stop() == 0) }
    }
  }

  private func text(of window: Window) throws -> [String] {
    try window.value(
      of: "[...document.querySelectorAll('.card h2')].map((title) => title.innerText).sort()")
  }

  @Test func bookmarksOfBothDevicesAgree() async throws {
    try await withDevices("readitlater", "inbox") { devices in
      for (number, device) in devices.enumerated() {
        try device.app.run("add", "https://example.org/\(number)", "Device \(number)")
      }
      for device in devices + devices { try device.syncNow() }
      for device in devices {
        try device.list.wait(for: "document.querySelectorAll('.card').length == 2")
        #expect(try text(of: device.list) == ["Device 0", "Device 1"])
      }
      try devices[0].list.follow("[value=archive] + button")
      for device in devices { try device.syncNow() }
      try devices[1].list.wait(for: "document.querySelectorAll('.card').length == 1")
      #expect(try text(of: devices[0].list) == text(of: devices[1].list))
    }
  }

  @Test func spotsOfBothDevicesAgree() async throws {
    try await withDevices("spots", "spots") { devices in
      for (number, device) in devices.enumerated() {
        try device.app.run("add", "Spot \(number)", "\(number)", "64", "0")
      }
      for device in devices + devices { try device.syncNow() }
      for device in devices {
        try device.list.wait(for: "document.querySelectorAll('.card').length == 2")
        #expect(try text(of: device.list) == ["Spot 0", "Spot 1"])
      }
    }
  }
}
