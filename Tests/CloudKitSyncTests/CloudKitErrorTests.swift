import CloudKitSync
import Foundation
import SyncPort
import SyncTesting
import Testing

@Suite("Codes of CloudKit")
struct CloudKitErrorTests {
  /// The expected error kind for each CloudKit error code.
  private static let kinds: [String: SyncError.Kind] = [
    "ACCESS_DENIED": .notPermitted, "ATOMIC_ERROR": .serverFailed,
    "AUTHENTICATION_FAILED": .notSignedIn, "AUTHENTICATION_REQUIRED": .notSignedIn,
    "BAD_REQUEST": .invalid, "CONFLICT": .badAnswer, "EXISTS": .badAnswer,
    "INTERNAL_ERROR": .serverFailed, "NOT_FOUND": .invalid, "QUOTA_EXCEEDED": .quotaExceeded,
    "SIGN_IN_FAILED": .notSignedIn, "THROTTLED": .throttled, "TRY_AGAIN_LATER": .serverFailed,
    "VALIDATING_REFERENCE_ERROR": .invalid, "UNIQUE_FIELD_ERROR": .invalid,
    "ZONE_BUSY": .serverFailed, "UNKNOWN_ERROR": .serverFailed, "EXPIRED": .cursorExpired,
    "SOMETHING_OF_TOMORROW": .badAnswer,
  ]

  @Test(arguments: CloudKitFakeServer.codes)
  func codesOfRequestsBecomeErrors(_ code: String) async throws {
    let place = try await CloudKitTestPlace.withZone()
    // A missing zone is created, and the request succeeds.
    let expected = Self.kinds[code]
    await place.server.failRequests(code, of: "users/caller", retryAfter: 7)
    let account = await error(of: { _ = try await place.provider.account() })
    #expect(account?.kind == expected ?? .invalid)
    #expect(account?.retryAfter == 7)
    #expect(account?.description.contains(code) ?? false)
    await place.server.failRequests(code, of: "changes/zone")
    let changes = await error(of: { _ = try await place.provider.changes(since: nil, limit: 9) })
    #expect(changes?.kind == expected)
    await place.server.failRequests(code, of: "records/modify")
    let write = await error(of: {
      let results = try await place.provider.write([.save(SyncRecord(name: "a", kind: "K"))])
      guard case .refused(let error)? = results.first else { return }
      #expect(code == "BAD_REQUEST")
      throw error
    })
    #expect(write?.kind == expected)
  }

  /// The result of one of two records.
  private enum Fate { case refused(SyncError.Kind), postponed, conflict, conflictWithNone, saved }

  private static let fates: [String: Fate] = [
    "ACCESS_DENIED": .refused(.notPermitted), "ATOMIC_ERROR": .postponed,
    "AUTHENTICATION_FAILED": .refused(.notSignedIn),
    "AUTHENTICATION_REQUIRED": .refused(.notSignedIn), "BAD_REQUEST": .refused(.invalid),
    "CONFLICT": .conflict, "EXISTS": .conflict, "INTERNAL_ERROR": .postponed,
    "NOT_FOUND": .conflictWithNone, "QUOTA_EXCEEDED": .refused(.quotaExceeded),
    "SIGN_IN_FAILED": .refused(.notSignedIn), "THROTTLED": .postponed,
    "TRY_AGAIN_LATER": .postponed, "VALIDATING_REFERENCE_ERROR": .refused(.invalid),
    "UNIQUE_FIELD_ERROR": .refused(.invalid), "ZONE_NOT_FOUND": .saved, "ZONE_BUSY": .postponed,
    "UNKNOWN_ERROR": .postponed, "EXPIRED": .postponed, "SOMETHING_OF_TOMORROW": .postponed,
  ]

  @Test(arguments: CloudKitFakeServer.codes)
  func codesOfRecordsBecomeResults(_ code: String) async throws {
    let place = try await CloudKitTestPlace.withZone()
    var record = SyncRecord(name: "a", kind: "K", fields: ["v": .integer(1)])
    record.tag = try await place.save(record)
    await place.server.failRecords(code, named: "a")
    let writes = [SyncWrite.save(record), .save(SyncRecord(name: "b", kind: "K"))]
    let results = try await place.provider.write(writes)
    guard case .saved? = results.last else { throw SyncError(.badAnswer, "\(results)") }
    switch (Self.fates[code], results[0]) {
    case (.refused(let kind), .refused(let error)):
      #expect(error.kind == kind)
      #expect(error.record == "a")
    case (.postponed, .postponed), (.saved, .saved): break
    case (.conflict, .conflict(let other)): #expect(other == record)
    case (.conflictWithNone, .conflict(let other)): #expect(other == nil)
    default: Issue.record("\(code): \(results[0])")
    }
  }

  @Test func codesAreThrownIfNothingWasWritten() async throws {
    let place = try await CloudKitTestPlace.withZone()
    await place.server.failRecords("ZONE_BUSY", times: 2, retryAfter: 4)
    let thrown = await error(of: {
      _ = try await place.provider.write([
        .save(SyncRecord(name: "a", kind: "K")), .save(SyncRecord(name: "b", kind: "K")),
      ])
    })
    #expect(thrown?.kind == .serverFailed)
    #expect(thrown?.retryAfter == 4)
    await place.server.failRecords("AUTHENTICATION_FAILED")
    let refused = await error(of: {
      _ = try await place.provider.write([.save(SyncRecord(name: "a", kind: "K"))])
    })
    #expect(refused?.kind == .notSignedIn)
  }

  /// After the server throttles one record, nothing is sent before the retry time.
  @Test func throttledWritesWait() async throws {
    let accounts = await CloudKitFakeAccounts()
    let clock = TestClock()
    let token = CloudKitWebToken(await accounts.server.signIn("_w"))
    let provider = CloudKitProvider(
      CloudKitFakeAccounts.database,
      credentials: .user(apiToken: CloudKitFakeServer.apiToken, webToken: token),
      transport: accounts.server.transport, now: { clock.now })
    let writes = ["a", "b"].map { SyncWrite.save(SyncRecord(name: $0, kind: "K")) }
    await accounts.server.failRecords("THROTTLED", named: "b", retryAfter: 30)
    let results = try await provider.write(writes)
    #expect(results.last == .postponed)
    let count = await accounts.server.requests.count
    clock.advance(10)
    let early = await error(of: { _ = try await provider.write([writes[1]]) })
    #expect(early?.kind == .throttled)
    #expect(early?.retryAfter == 20)
    #expect(await accounts.server.requests.count == count)
    clock.advance(20)
    guard case .saved? = try await provider.write([writes[1]]).first else {
      throw SyncError(.badAnswer, "not written")
    }
  }

  @Test(arguments: FaultTransport.Fault.allCases.filter { $0 != .delay })
  func faultsWithoutCodesBecomeErrors(_ fault: FaultTransport.Fault) async throws {
    let place = try await CloudKitTestPlace.withZone()
    await place.server.setKeepsUsedTokens(true)
    let provider = place.accounts.provider(
      transport: FaultTransport(place.server.transport, fault))
    let thrown = await error(of: {
      _ = try await provider.write([.save(SyncRecord(name: "a", kind: "K"))])
    })
    let kind: SyncError.Kind? =
      switch fault {
      case .lostRequest, .lostAnswer: .offline
      case .truncated: .badAnswer
      case .status500, .status503: .serverFailed
      case .status429: .throttled
      case .delay: nil
      }
    #expect(thrown?.kind == kind)
    #expect(thrown?.isTransient ?? false)
    if fault == .status429 { #expect(thrown?.retryAfter == 2) }
    // A write that the server carried out is found.
    let again = try await provider.write([.save(SyncRecord(name: "a", kind: "K"))])
    switch again.first {
    case .conflict(let record?): #expect(record.name == "a")
    case .saved?: break
    default: Issue.record("\(again)")
    }
  }
}
