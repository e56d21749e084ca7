import Foundation
import KintoSync
import SyncHTTP
import SyncPort

/// Collections of one account on a Kinto test server.
///
/// Creating an account takes a server long, so many tests share one; each has its own collection.
package struct KintoPlace: Sendable {
  package let server: URL
  package let user: String
  package let password: String

  /// Creates an account.
  package init(_ storage: KintoServer.Storage) async throws {
    let server = try KintoServer.shared(storage)
    user = "p" + UUID().uuidString.lowercased()
    self.server = server.address
    guard case .basic(_, let password) = try await server.makeAccount(user) else {
      throw SyncError(.invalid, "The account has no password.")
    }
    self.password = password
  }

  /// A unique name for a collection.
  package static func newCollection() -> String { "c" + UUID().uuidString.lowercased() }

  /// A provider of a collection.
  package func provider(
    _ collection: String, uncertainty: Double = 30,
    transport: any HTTPTransport = SystemTransport()
  ) -> KintoProvider {
    KintoProvider(
      server, collection: collection, credentials: .basic(user: user, password: password),
      uncertainty: uncertainty, transport: transport)
  }

  /// Waits until the server has started all pending requests and finished most of them, including
  /// those of killed programs.
  package func letRequestsEnd() async throws {
    let url = server.appendingPathComponent("v1/")
    // The server processes eight requests at a time, in order.
    for _ in 0..<2 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            _ = try await SystemTransport().send(
              HTTPRequest("GET", url, headers: [:], body: nil))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// The records of rows in a collection, by name.
  package func records(_ collection: String) async throws -> [String: SyncRecord] {
    let provider = provider(collection)
    var records: [String: SyncRecord] = [:]
    var cursor: String?
    while true {
      let page = try await provider.changes(since: cursor, limit: 500)
      for case .saved(let record) in page.changes where record.kind != SyncMark.kind {
        records[record.name] = record
      }
      guard page.hasMore else { return records }
      cursor = page.cursor
    }
  }
}
