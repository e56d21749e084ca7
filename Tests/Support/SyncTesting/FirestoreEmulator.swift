import FirestoreSync
import Foundation
import Locks
import SyncPort

/// Google's emulator of Firestore, started at its first use and stopped with the process.
package final class FirestoreEmulator: @unchecked Sendable {
  // `@unchecked`: immutable after `init`.

  package let address: URL
  private let process: Process
  /// The emulator ends when this pipe is closed, which the system does when this process ends.
  private let input: Pipe

  private static let known = Mutex<FirestoreEmulator?>(nil)

  /// Whether Java and a Google Cloud SDK with the emulator are installed.
  package static var isInstalled: Bool { archive != nil && executable("java") != nil }

  /// The emulator of the SDK whose `gcloud` is in `PATH`.
  private static let archive: URL? = {
    guard let gcloud = executable("gcloud") else { return nil }
    let root = gcloud.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
    let archive = root.appendingPathComponent(
      "platform/cloud-firestore-emulator/cloud-firestore-emulator.jar")
    return FileManager.default.fileExists(atPath: archive.path) ? archive : nil
  }()

  private static func executable(_ name: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appendingPathComponent(name)
    }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// The emulator shared by all tests of the process.
  package static func shared() throws -> FirestoreEmulator {
    try known.withLock { known in
      if let known { return known }
      let made = try FirestoreEmulator()
      known = made
      return made
    }
  }

  /// Creates a zone that is not shared.
  package static func makePlace() throws -> FirestorePlace {
    FirestorePlace(
      project: "demo-tests", zone: "z" + UUID().uuidString.lowercased(),
      server: try shared().address)
  }

  private init() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    guard let archive = Self.archive else {
      throw SyncError(.offline, "Firestore's emulator is not installed.")
    }
    let rules = "Sources/Sync/FirestoreSync/FirestoreSync.docc/Resources/firestore.rules"
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("Scripts/test_firestore_emulator.py")
    process.arguments = [archive.path, root.appendingPathComponent(rules).path]
    process.standardInput = input
    process.standardOutput = output
    // A reader of the tests' output must not wait for the emulator to close it.
    process.standardError = FileHandle.nullDevice
    try process.run()
    var text = Data()
    while !text.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += more
    }
    let line = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = Int(line), let address = URL(string: "http://127.0.0.1:\(port)") else {
      throw SyncError(
        .offline, "Firestore's emulator did not start: \(line)",
        advice: "Look whether Java is version 17 or newer.")
    }
    self.address = address
  }
}
