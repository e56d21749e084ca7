import Foundation
import RandomTesting
import SyncPort

@testable import SyncReplication

/// The network between devices and servers, which loses, duplicates and delays requests and
/// responses.
final class SimulatedNetwork {
  /// One server for each account.
  private let servers: [MemoryProvider]
  private let memories: [MemoryServer]
  /// Values that were replaced by others.
  private(set) var settled: Set<String> = []
  /// Whether records were merged.
  private(set) var hasDoubles = false
  /// Records that were deleted and then created again by a late request.
  private(set) var broughtBack: Set<String> = []
  /// Records whose save on the server is unknown to their device.
  private(set) var unanswered: Set<Sending> = []

  struct Sending: Hashable {
    let device: Int
    let record: String
  }

  /// Records of which a version was overwritten by a device that had not seen it.
  private(set) var writtenOver: Set<String> = []
  private var deleted: Set<String> = []
  private var late: [Request] = []
  private let letsWriteOver: Bool

  /// Writes in transit.
  private struct Request {
    let device: Int
    let account: Int
    let writes: [SyncWrite]
    /// The records whose overwritten version the server has checked.
    var checked: Set<String> = []
  }

  /// - Parameters:
  ///   - servers: One for each account.
  ///   - letsWriteOver: Whether late requests overwrite versions that others wrote after they were
  ///     sent.
  init(_ servers: [MemoryServer], letsWriteOver: Bool = false) {
    self.letsWriteOver = letsWriteOver
    memories = servers
    self.servers = servers.enumerated().map {
      MemoryProvider($0.element, account: "account\($0.offset)")
    }
  }

  /// Delivers the requests in transit.
  func deliverLate() async throws {
    for request in late { try await carryOut(request) }
    late = []
  }

  /// Drops requests with large values in transit to a server that is restored.
  ///
  /// Their pieces were stored before. A device that never received the record cannot learn that
  /// they are lost.
  func dropLateFiles() {
    late.removeAll { request in
      request.writes.contains { write in
        guard case .save(let record) = write else { return false }
        return !SyncContent(record).files.isEmpty
      }
    }
  }

  private func carryOut(_ request: Request) async throws {
    let records = await memories[request.account].records
    let writes = request.writes.map { write in
      // A deleted record is not created again.
      guard case .save(var record) = write, request.checked.contains(record.name),
        let known = records[record.name]
      else { return write }
      record.tag = known.tag
      return .save(record)
    }
    let results = try await write(writes, request.account)
    for case (.save(let sent), .saved) in zip(request.writes, results)
    where request.checked.contains(sent.name) {
      if let known = records[sent.name], known.tag != sent.tag { writtenOver.insert(sent.name) }
    }
    unanswered.formUnion(Self.saved(writes, results, request.device))
    for case (.save(let record), .saved) in zip(writes, results)
    where records[record.name] == nil && deleted.contains(record.name) {
      broughtBack.insert(record.name)
    }
  }

  private static func saved(
    _ writes: [SyncWrite], _ results: [SyncWriteResult], _ device: Int
  ) -> Set<Sending> {
    var sendings: Set<Sending> = []
    for case (.save(let record), .saved) in zip(writes, results) {
      sendings.insert(Sending(device: device, record: record.name))
    }
    return sendings
  }

  private func write(_ writes: [SyncWrite], _ account: Int) async throws -> [SyncWriteResult] {
    let results = try await servers[account].write(writes)
    for (write, result) in zip(writes, results) {
      if case .deleted = result { deleted.insert(write.name) }
    }
    return results
  }

  /// The records whose version on the server is the one to be overwritten.
  private func checked(_ writes: [SyncWrite], _ account: Int) async -> Set<String> {
    guard letsWriteOver else { return [] }
    let records = await memories[account].records
    return Set(
      writes.compactMap { write in
        guard case .save(let record) = write, let known = records[record.name],
          known.tag == record.tag
        else { return nil }
        return record.name
      })
  }

  /// Delivers a device's earlier requests before it sends another.
  ///
  /// Requests of different devices arrive in any order, those of one device in theirs.
  private func deliverLate(of device: SimulatedDevice) async throws {
    // A killed program leaves requests that the server still processes.
    guard !letsWriteOver else { return }
    for request in late where request.device == device.number { try await carryOut(request) }
    late.removeAll { $0.device == device.number }
  }

  /// One sync of a device, which ends when a message is lost.
  ///
  /// `faults` is a percentage of requests.
  ///
  /// - Returns: Whether anything was fetched or sent.
  /// - Throws: Errors of the store.
  @discardableResult
  func sync(
    _ device: SimulatedDevice, faults: Int, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    try device.peer.collect()
    var run = SyncRun(device: device, faults: faults, isBusy: false)
    guard try await read(&run, &generator) else { return true }
    guard try await fetchFiles(&run, &generator) else { return true }
    return try await send(&run, &generator) || run.isBusy
  }

  private struct SyncRun {
    let device: SimulatedDevice
    let faults: Int
    var isBusy: Bool

    func fails(_ generator: inout SeededGenerator) -> Bool {
      Int.random(in: 0..<100, using: &generator) < faults
    }

    func tell(_ text: @autoclosure () -> String) {
      if device.isTold { print("  device \(device.number): \(text())") }
    }
  }

  /// Fetches all pages.
  ///
  /// - Returns: Whether no message was lost.
  private func read(
    _ run: inout SyncRun, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    let device = run.device
    let first = try await device.peer.check(at: servers[device.account])
    if first.isLost { try beginAnew(device, first) }
    while true {
      let reading = try device.peer.nextReading()
      let limit = run.faults == 0 ? 100 : Int.random(in: 1...7, using: &generator)
      let page: SyncPage
      do {
        page = try await servers[device.account].changes(since: reading.cursor, limit: limit)
      } catch let error as SyncError where error.kind == .cursorExpired {
        let known = try await device.peer.check(at: servers[device.account])
        if known.isLost {
          try beginAnew(device, known)
        } else {
          try device.peer.readAllAnew(known)
          device.cursor = nil
        }
        continue
      }
      if !page.changes.isEmpty {
        run.isBusy = true
        run.tell("reads \(page.changes.map { "\($0)" }) more \(page.hasMore)")
      }
      if run.fails(&generator) {
        run.tell("loses the page")
        return false
      }
      let acceptance = try device.peer.accept(page, of: reading)
      if acceptance?.isLost == true {
        try beginAnew(device, device.peer.check(page))
        continue
      }
      note(acceptance?.conflicts ?? [], device)
      // Nothing proves that these records were deleted.
      broughtBack.formUnion(acceptance?.spared ?? [])
      if acceptance?.conflicts.isEmpty == false {
        run.tell("settles \(acceptance?.conflicts ?? [])")
      }
      let isDoubled = run.fails(&generator) && run.fails(&generator)
      if acceptance?.isReadAgain == true {
        run.tell("reads everything after it")
        device.cursor = nil
        continue
      }
      if isDoubled { try acceptAgain(page, device) }
      try check(device)
      if !page.hasMore { return true }
    }
  }

  private func beginAnew(_ device: SimulatedDevice, _ check: ContinuityCheck) throws {
    if device.isTold { print("  device \(device.number) compares everything: \(check)") }
    try device.peer.beginAnew(check)
    device.cursor = nil
  }

  /// Applies a page that is delivered twice, which changes nothing.
  private func acceptAgain(_ page: SyncPage, _ device: SimulatedDevice) throws {
    let before = try device.picture()
    let reading = try device.peer.nextReading()
    _ = try device.peer.accept(page, of: reading)
    if let difference = Simulation.difference(before, try device.picture()) {
      throw SimulationFailure(
        description: "device \(device.number) is changed by a page that came twice: \(difference)")
    }
  }

  /// Checks invariants: rows have their owners, and the cursor advances.
  private func check(_ device: SimulatedDevice) throws {
    try device.checkOwners()
    let parts = (try device.peer.nextReading().cursor ?? "").split(separator: ".")
      .compactMap { Int($0) }
    guard parts.count == 2 else { return }
    if let known = device.cursor, known.generation == parts[0], known.number > parts[1] {
      throw SimulationFailure(
        description: "the cursor of device \(device.number) goes back to \(parts)")
    }
    device.cursor = (parts[0], parts[1])
  }

  /// Sends all pending changes.
  ///
  /// - Returns: Whether anything was sent.
  private func send(
    _ run: inout SyncRun, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    let device = run.device
    for round in 0..<30 {
      let limit = run.faults == 0 ? 100 : Int.random(in: 1...5, using: &generator)
      let sendings = try device.peer.nextSendings(limit)
      if sendings.isEmpty { return round > 0 }
      try await deliverLate(of: device)
      guard try await sendFiles(of: sendings, run, &generator) else { return true }
      run.tell("sends \(sendings.map(\.write))")
      if run.fails(&generator) {
        run.tell("loses the request")
        return true
      }
      if run.fails(&generator) {
        run.tell("sends late")
        let writes = sendings.map(\.write)
        late.append(
          Request(
            device: device.number, account: device.account, writes: writes,
            checked: await checked(writes, device.account)))
        return true
      }
      let results = try await write(sendings.map(\.write), device.account)
      // The device may end before it records the response.
      let saved = Self.saved(sendings.map(\.write), results, device.number)
        .subtracting(unanswered)
      unanswered.formUnion(saved)
      if run.fails(&generator) {
        run.tell("loses the answer")
        return true
      }
      run.tell("is answered \(results)")
      note(try device.peer.note(results, of: sendings).conflicts, device)
      unanswered.subtract(saved)
      try device.checkOwners()
    }
    return true
  }

  private func note(_ conflicts: [SyncConflict], _ device: SimulatedDevice) {
    for conflict in conflicts {
      if conflict.kind == .double { hasDoubles = true }
      for case .text(let text)? in [conflict.mine, conflict.theirs] {
        device.seen.insert(text)
        if conflict.result != .text(text) { settled.insert(text) }
      }
    }
  }
}

// Large values.

extension SimulatedNetwork {
  /// Fetches large values.
  ///
  /// - Returns: Whether no message was lost.
  private func fetchFiles(
    _ run: inout SyncRun, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    let (peer, server) = (run.device.peer, servers[run.device.account])
    var failed: Set<SyncFile> = []
    while true {
      let files = try peer.missingFiles(besides: failed)
      if files.isEmpty { return true }
      for file in files {
        let known = try peer.fetchedPieces(of: file)
        for piece in SyncPiece.all(of: file) where !known.contains(piece.number) {
          if run.fails(&generator) { return false }
          guard let bytes = try await server.piece(named: piece.name) else { break }
          try peer.accept(piece, bytes)
        }
        if try !peer.finish(file) { failed.insert(file) }
        run.isBusy = true
      }
    }
  }

  /// Stores large values.
  ///
  /// - Returns: Whether no message was lost.
  private func sendFiles(
    of sendings: [SyncPeer.Sending], _ run: SyncRun, _ generator: inout SeededGenerator
  ) async throws -> Bool {
    let (peer, server) = (run.device.peer, servers[run.device.account])
    for sending in sendings {
      for (field, file) in sending.files.sorted(by: { $0.key < $1.key }) {
        let known = try await peer.storedPieces(of: file, at: server)
        guard let bytes = try peer.bytes(of: file, field, of: sending) else { continue }
        for piece in SyncPiece.all(of: file) where !known.contains(piece.number) {
          if run.fails(&generator) { return false }
          let start = piece.number * SyncPiece.size
          let part = Data(bytes[start..<min(start + SyncPiece.size, bytes.count)])
          try await server.store(piece: part, named: piece.name)
          try peer.noteStored(piece)
        }
      }
    }
    return true
  }
}
