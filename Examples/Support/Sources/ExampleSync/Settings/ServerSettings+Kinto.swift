import DataSync
import ExampleSupport
import Foundation
import KintoSync
import SyncHTTP

extension CommandOption {
  static let server = CommandOption("server", value: "URL", "The address of the server.")
  static let user = CommandOption("user", value: "NAME", "The account's name.")
  static let collection = CommandOption(
    "collection", value: "NAME", "The Kinto collection; by default the program's name.")
  static let passwordFile = CommandOption(
    "password-file", value: "PATH",
    "The file with the password; other users must not have access to it.")
}

extension ServerOption {
  static let kinto: [ServerOption] = [
    ServerOption(key: "kintoServer", option: .server, isRequired: true, fault: addressFault),
    ServerOption(key: "kintoUser", option: .user, isRequired: true) {
      // The message does not repeat the value, which may contain a password.
      $0.contains(":")
        ? "The name of an account cannot contain a colon. Give only the name, without a password."
        : nil
    },
    ServerOption(key: "kintoCollection", option: .collection) {
      $0.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9_-]{0,63}/) == nil
        ? "“\($0)” is not a valid collection name. Use up to 64 letters, digits, “-” and “_”, "
          + "beginning with a letter or digit." : nil
    },
    ServerOption(key: "kintoPasswordFile", option: .passwordFile),
  ]

  /// Describes what is wrong with a server's address; nil if it is valid.
  @Sendable static func addressFault(_ text: String) -> String? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
      let host = url.host, !host.isEmpty
    else {
      return "“\(text)” is not a valid server address. Write it like https://kinto.example.org."
    }
    guard url.user == nil, url.password == nil else {
      return "The address contains a user name or password, which other users could see. Give the "
        + "address without them."
    }
    return nil
  }
}

extension ServerSettings {
  /// The password of the Kinto account.
  package var password: Secret { Secret("password", file, path: value("kintoPasswordFile")) }

  func kintoProvider(_ transport: any HTTPTransport) throws -> any SyncProvider {
    guard let address = value("kintoServer"), ServerOption.addressFault(address) == nil,
      let server = URL(string: address), let user = value("kintoUser")
    else { throw CommandFailure.notSetUp(.kinto, file.program) }
    return KintoProvider(
      server, collection: value("kintoCollection") ?? file.program,
      credentials: .basic(user: user, password: try password.read()), transport: transport)
  }
}
