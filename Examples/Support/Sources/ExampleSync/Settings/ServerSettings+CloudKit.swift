import CloudKitSync
import DataSync
import ExampleSupport
import Foundation
import SwiftData
import SyncHTTP

extension CommandOption {
  static let container = CommandOption(
    "container", value: "NAME", "The CloudKit container, such as iCloud.org.example.app.")
  static let environment = CommandOption(
    "environment", value: "NAME",
    "The container's environment: development (the default) or production.")
  static let apiTokenFile = CommandOption(
    "api-token-file", value: "PATH", "The file with the container's API token.")
  static let webTokenFile = CommandOption(
    "web-token-file", value: "PATH",
    "The file with the user's ckWebAuthToken. The program replaces the token after each request.")
}

extension ServerOption {
  static let cloudKit: [ServerOption] = [
    ServerOption(key: "cloudKitContainer", option: .container, isRequired: true) {
      $0.wholeMatch(of: /iCloud\.[A-Za-z0-9.-]{1,200}/) == nil
        ? "“\($0)” is not a valid container name. Write it like iCloud.org.example.app." : nil
    },
    ServerOption(key: "cloudKitEnvironment", option: .environment) {
      CloudKitDatabase.Environment(rawValue: $0) == nil
        ? "“\($0)” is not a valid environment. Use development or production." : nil
    },
    ServerOption(key: "cloudKitAPITokenFile", option: .apiTokenFile),
    ServerOption(key: "cloudKitWebTokenFile", option: .webTokenFile),
    ServerOption(key: "cloudKitServer", option: .server, fault: addressFault),
  ]
}

extension ServerSettings {
  /// The API token of the CloudKit container.
  package var apiToken: Secret { Secret("api-token", file, path: value("cloudKitAPITokenFile")) }
  /// The token of the user signed in to CloudKit, which each answer renews.
  package var webToken: Secret {
    Secret("web-token", file, path: value("cloudKitWebTokenFile"), isRenewed: true)
  }

  func cloudKitProvider(
    _ configuration: ModelConfiguration?, _ transport: any HTTPTransport
  ) throws -> any SyncProvider {
    let environment = value("cloudKitEnvironment").flatMap(
      CloudKitDatabase.Environment.init(rawValue:))
    let server = value("cloudKitServer").flatMap(URL.init(string:)) ?? CloudKitDatabase.appleServer
    guard
      let database = CloudKitDatabase(
        configuration ?? ModelConfiguration(), automatic: value("cloudKitContainer"),
        environment: environment ?? .development, server: server)
    else { throw CommandFailure.notSetUp(.cloudKit, file.program) }
    let kept = webToken
    // The next token is stored before it is used, because a token may be valid for only one
    // request.
    let signIn = CloudKitWebToken(try kept.read()) { try kept.write($0) }
    return CloudKitProvider(
      database, credentials: .user(apiToken: try apiToken.read(), webToken: signIn),
      transport: transport)
  }
}
