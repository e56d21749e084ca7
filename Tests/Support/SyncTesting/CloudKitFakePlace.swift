// Part of a simulation of CloudKit that was never compared with Apple's server.

import CloudKitSync
import Foundation
import SyncHTTP

/// Accounts of a CloudKit simulation.
package struct CloudKitFakeAccounts: Sendable {
  package let server: CloudKitFakeServer
  private let tokens: [CloudKitWebToken]

  /// Signs in as two users.
  package init(_ server: CloudKitFakeServer = CloudKitFakeServer()) async {
    self.server = server
    var tokens: [CloudKitWebToken] = []
    for user in Self.users { tokens.append(CloudKitWebToken(await server.signIn(user))) }
    self.tokens = tokens
  }

  /// The record names of the users.
  package static let users = ["_user0", "_user1"]

  /// The zone of an account, in the private database.
  package static let database = CloudKitDatabase(
    container: CloudKitFakeServer.container, environment: .development)

  /// A provider of an account; providers of the same account share its sign-in.
  package func provider(
    account: Int = 0, database: CloudKitDatabase = database,
    transport: (any HTTPTransport)? = nil
  ) -> CloudKitProvider {
    CloudKitProvider(
      database,
      credentials: .user(
        apiToken: CloudKitFakeServer.apiToken, webToken: tokens[account]),
      transport: transport ?? server.transport)
  }
}

/// Creates a separate CloudKit simulation with two accounts.
///
/// The transports of tests are ignored, because they lead to servers on the network.
package func makeCloudKitFakePlace() async -> ProviderPlace {
  let accounts = await CloudKitFakeAccounts()
  return ProviderPlace { account, _ in accounts.provider(account: account) }
}
