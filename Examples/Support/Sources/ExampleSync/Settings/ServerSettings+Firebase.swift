import DataSync
import ExampleSupport
import SyncHTTP

extension CommandOption {
  static let project = CommandOption("project", value: "ID", "Firebase's project.")
}

extension ServerOption {
  static let firebase: [ServerOption] = [
    ServerOption(key: "firebaseProject", option: .project, isRequired: true)
  ]
}

extension ServerSettings {
  func firebaseProvider(_ transport: any HTTPTransport) throws -> any SyncProvider {
    throw CommandFailure.notSetUp(.firebase, file.program)
  }
}
