import CloudKitSync
import Foundation
import SyncHTTP
import SyncPort
import SyncTesting

/// One account on a fake CloudKit server.
struct CloudKitTestPlace {
  let accounts: CloudKitFakeAccounts
  let server: CloudKitFakeServer
  let provider: CloudKitProvider
  let user = CloudKitFakeAccounts.users[0]
  let zone = CloudKitDatabase.coreDataZone

  init() async throws {
    accounts = await CloudKitFakeAccounts()
    (server, provider) = (accounts.server, accounts.provider())
  }

  /// A place whose zone exists.
  static func withZone() async throws -> CloudKitTestPlace {
    let place = try await CloudKitTestPlace()
    _ = try await place.provider.changes(since: nil, limit: 1)
    return place
  }

  /// All records, by name.
  func records() async throws -> [String: SyncRecord] {
    var (records, cursor) = ([String: SyncRecord](), String?.none)
    while true {
      let page = try await provider.changes(since: cursor, limit: 200)
      for case .saved(let record) in page.changes { records[record.name] = record }
      cursor = page.cursor
      if !page.hasMore { return records }
    }
  }

  /// Writes a record.
  ///
  /// - Returns: The version tag of the record.
  func save(_ record: SyncRecord) async throws -> String {
    guard case .saved(let tag)? = try await provider.write([.save(record)]).first else {
      throw SyncError(.badAnswer, "\(record.name) was not written")
    }
    return tag
  }

  /// The types and values of a record's fields on the server.
  func fields(_ name: String) async throws -> [String: String] {
    let text = await server.fields(name, user: user, zone: zone) ?? "{}"
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    return json.compactMapValues { field in
      guard let field = field as? [String: Any], let type = field["type"] as? String else {
        return nil
      }
      let values = field["value"] as? [Any] ?? field["value"].map { [$0] } ?? []
      return "\(type) \(values.map { "\($0)" }.joined(separator: ","))"
    }
  }

  /// Writes a record as Core Data would.
  func put(_ name: String, _ fields: String, type: String = "CD_Spot") async throws {
    try await server.putRecord(name, type: type, fields: fields, user: user, zone: zone)
  }

  /// The number of requests for an operation.
  func count(_ operation: String) async -> Int {
    await server.requests.count { $0.url.path.hasSuffix(operation) }
  }
}

/// The error that the body throws.
func error(of body: () async throws -> Void) async -> SyncError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? SyncError
  }
}
