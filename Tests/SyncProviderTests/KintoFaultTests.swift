import Foundation
import KintoSync
import Locks
import SyncHTTP
import SyncPort
import SyncTesting
import Testing

@Suite("Failures of a Kinto")
struct KintoFaultTests {
  @Test(arguments: FaultTransport.Fault.allCases.filter { $0 != .delay })
  func faultsHaveTheirErrors(_ fault: FaultTransport.Fault) async throws {
    let place = try await ProviderKind.kinto.makePlace()
    let expected: Set<SyncError.Kind> =
      switch fault {
      case .lostRequest, .lostAnswer: [.offline]
      case .delay: []
      case .truncated: [.badAnswer]
      case .status500, .status503: [.serverFailed]
      case .status429: [.throttled]
      }
    for step in 0..<3 {
      // The collection exists, so that each step is one request.
      _ = try await place.provider().changes(since: nil, limit: 1)
      let provider = place.provider(
        transport: FaultTransport(SystemTransport(), fault))
      do {
        switch step {
        case 0: _ = try await provider.account()
        case 1: _ = try await provider.changes(since: nil, limit: 10)
        default: _ = try await provider.write([.save(SyncRecord(name: "a\(fault)", kind: "K"))])
        }
        Issue.record("step \(step) did not fail")
      } catch let error as SyncError {
        #expect(expected.contains(error.kind), "\(step): \(error)")
        #expect(error.isTransient)
        if fault == .status429 { #expect(error.retryAfter == 2) }
      }
    }
  }

  /// Kinto responds with 409 to one of two requests that implicitly create the same object, such as
  /// the account's bucket.
  @Test(arguments: [1, 9])
  func conflictingRequestsAreRepeated(_ conflicts: Int) async throws {
    let place = try await ProviderKind.kinto.makePlace()
    let provider = place.provider(
      transport: MeetingTransport(SystemTransport(), conflicts: conflicts))
    guard conflicts > 4 else {
      #expect(try await provider.changes(since: nil, limit: 10).changes.isEmpty)
      return
    }
    await #expect {
      try await provider.changes(since: nil, limit: 10)
    } throws: { error in
      (error as? SyncError)?.kind == .serverFailed && (error as? SyncError)?.isTransient == true
    }
  }

  /// Devices write some of the same records at once, and the database aborts one of two deadlocked
  /// transactions.
  ///
  /// Nothing of it is stored, and a retry with the latest versions succeeds.
  @Test func deadlocksAreReportedAndStoreNothing() async throws {
    let place = try await KintoPlace(.postgresql)
    let collection = KintoPlace.newCollection()
    let new = (10..<50).map { SyncRecord(name: "r\($0)", kind: "K") }
    _ = try await place.provider(collection).write(new.map(SyncWrite.save))
    func results(_ writes: [SyncWrite]) async throws -> [SyncWriteResult]? {
      do {
        return try await place.provider(collection).write(writes)
      } catch let error as SyncError {
        #expect(error.kind == .serverFailed, "\(error)")
        #expect(error.isTransient, "\(error)")
        return nil
      }
    }
    for round in 0..<3 {
      let before = try await place.records(collection)
      let writes = before.values.sorted { $0.name < $1.name }.map { record in
        var record = record
        record.fields["round"] = .integer(Int64(round))
        return SyncWrite.save(record)
      }
      let (left, right) = (Array(writes[..<25]), Array(writes[15...].reversed()))
      async let first = results(left)
      async let second = results(right)
      for (writes, results) in try await [(left, first), (right, second)] where results == nil {
        let names = Set(writes.map(\.name)).subtracting((writes == left ? right : left).map(\.name))
        let after = try await place.records(collection)
        let isUntouched = names.allSatisfy { after[$0] == before[$0] }
        #expect(isUntouched)
      }
    }
    let records = try await place.records(collection).values
    let last = try await place.provider(collection).write(records.map(SyncWrite.save))
    let areSaved = last.allSatisfy(\.isSaved)
    #expect(areSaved)
  }

  @Test func wrongPasswordsAndUnreachableServersAreReported() async throws {
    let server = try KintoServer.shared(.memory)
    let provider = KintoProvider(
      server.address, collection: "c",
      credentials: .basic(user: "nobody", password: "at all"))
    await #expect { try await provider.account() } throws: { error in
      (error as? SyncError)?.kind == .notSignedIn
    }
    let nowhere = try #require(URL(string: "http://127.0.0.1:9"))
    let lost = KintoProvider(
      nowhere, collection: "c", credentials: .basic(user: "a", password: "b"))
    await #expect { try await lost.account() } throws: { error in
      (error as? SyncError)?.kind == .offline
    }
  }

  @Test func foreignRecordsAreReportedAndKept() async throws {
    let server = try KintoServer.shared(.memory)
    let name = "f" + UUID().uuidString.lowercased()
    let account = try await server.makeAccount(name)
    guard case .basic(let user, let password) = account else {
      throw SyncError(.invalid, "\(account)")
    }
    let token = Data("\(user):\(password)".utf8).base64EncodedString()
    let url = server.address.appendingPathComponent("v1/buckets/default/collections/c/records/x")
    _ = try await SystemTransport().send(
      HTTPRequest(
        "PUT", url,
        headers: ["authorization": "Basic \(token)", "content-type": "application/json"],
        body: Data(#"{"data": {"other": 1}}"#.utf8)))
    let provider = KintoProvider(
      server.address, collection: "c", credentials: .basic(user: user, password: password))
    let page = try await provider.changes(since: nil, limit: 10)
    guard case .unreadable(let record)? = page.changes.first, page.changes.count == 1 else {
      throw SyncError(.badAnswer, "\(page)")
    }
    #expect(record.name == "x")
    #expect(record.reason.kind == .badAnswer)
    // The record is not overwritten.
    let results = try await provider.write([.save(SyncRecord(name: "x", kind: "K"))])
    guard case .refused(let error)? = results.first else {
      throw SyncError(.badAnswer, "\(results)")
    }
    #expect(error.record == "x")
  }
}

/// A transport whose first requests collide with other writers.
private final class MeetingTransport: HTTPTransport {
  private let inner: any HTTPTransport
  private let rest: Mutex<Int>

  init(_ inner: any HTTPTransport, conflicts: Int) {
    self.inner = inner
    rest = Mutex(conflicts)
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isMet = rest.withLock { rest in
      rest -= 1
      return rest >= 0
    }
    return isMet ? HTTPResponse(status: 409) : try await inner.send(request)
  }
}

extension SyncWriteResult {
  fileprivate var isSaved: Bool {
    if case .saved = self { true } else { false }
  }
}
