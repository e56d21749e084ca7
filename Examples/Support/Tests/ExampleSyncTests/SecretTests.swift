import ExampleSupport
import ExampleSync
import ExampleTestSupport
import Foundation
import Testing

@Suite("Secrets")
struct SecretTests {
  private func settings(_ folder: URL, _ variables: [String: String] = [:]) throws -> SettingsFile {
    let home = ["XDG_CONFIG_HOME": folder.path]
    let settings = try SettingsFile("notes", environment: home.merging(variables) { $1 })
    try settings.set(true, forKey: "any")
    return settings
  }

  @Test func secretsAreReadFromVariablesAndFiles() throws {
    try withTemporaryFolder { folder in
      let kept = Secret("api-token", try settings(folder))
      #expect(throws: CommandFailure.self) { try kept.read() }
      try kept.write("from the file")
      #expect(try kept.read() == "from the file")
      let given = Secret("api-token", try settings(folder, ["NOTES_API_TOKEN": "from outside"]))
      #expect(try given.read() == "from outside")
    }
  }

  @Test func secretsAreReadableOnlyByTheirOwner() throws {
    try withTemporaryFolder { folder in
      let secret = Secret("password", try settings(folder))
      try secret.write("one")
      try secret.write("two")
      let path = secret.file.path
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: secret.file.deletingLastPathComponent().path)
      #expect(names.sorted() == ["password", "settings.json"])
      for open in [0o640, 0o604, 0o666] {
        try FileManager.default.setAttributes([.posixPermissions: open], ofItemAtPath: path)
        #expect(throws: CommandFailure.self) { try secret.read() }
      }
    }
  }

  @Test(.timeLimit(.minutes(20))) func unusableFilesAreRefused() throws {
    try withTemporaryFolder { folder in
      let settings = try settings(folder)
      for odd in OddFile.allCases {
        let secret = Secret("password", settings, path: try odd.make(in: folder))
        #expect(throws: (any Error).self, "\(odd)") { try secret.read() }
      }
    }
  }

  @Test func renewedSecretsAreReadFromTheFileOnly() throws {
    try withTemporaryFolder { folder in
      let settings = try settings(folder, ["NOTES_WEB_TOKEN": "old"])
      let secret = Secret("web-token", settings, isRenewed: true)
      #expect(throws: CommandFailure.self) { try secret.read() }
      try secret.write("new")
      #expect(try secret.read() == "new")
    }
  }
}
