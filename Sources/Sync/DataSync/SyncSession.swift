import Foundation
import OpenSwiftData
import RecordStore
import SyncPort
import SyncReplication

/// Runs the syncs of one engine, one after another.
actor SyncSession {
  private let container: ModelContainer
  let provider: any SyncProvider
  let options: SyncOptions
  let configuration: String
  /// The path of the lock file that processes share; nil for a store in memory.
  private let lockPath: String?
  let tell: @Sendable (SyncEvent) -> Void
  private var peer: SyncPeer?
  /// Whether a sync is running; `waiting` has the callers that wait for its end.
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var report = SyncReport()
  /// Whether rows have changed since the container's observers were last notified.
  var hasChangedRows = false
  /// Whether this session already tried to read the records set aside; another version of the
  /// program starts another session.
  var hasTriedAgain = false
  /// Whether the next page may contain records that this store sent itself, perhaps by a process
  /// that ended.
  private var mayBeEcho = true
  /// The number of changes requested at once.
  private var pageLimit: Int
  private var fetching = SyncProgress()
  private var sending = SyncProgress()

  /// The number of consecutive rounds of sending without success after which a sync fails.
  private static let patience = 8

  init(
    _ container: ModelContainer, _ provider: any SyncProvider, _ options: SyncOptions,
    configuration: String, lockPath: String?, _ tell: @escaping @Sendable (SyncEvent) -> Void
  ) {
    (self.container, self.provider, self.options) = (container, provider, options)
    (self.configuration, self.lockPath, self.tell) = (configuration, lockPath, tell)
    pageLimit = provider.capabilities.pageSize
  }

  /// Syncs once.
  ///
  /// - Returns: What the sync did.
  /// - Throws: `SyncError`.
  func sync() async throws -> SyncReport {
    try await alone { peer in
      // The first time, a large store takes minutes; after a cancellation, the next sync continues
      // from there.
      try peer.collect { _ in try Task.checkCancellation() }
      try await takeInWhatWasSetAside(peer)
      try await fetch(peer)
      if options.largeValues == .fetched { try await fetchFiles(peer) }
      try await send(peer)
      report.setAside = try peer.recordsSetAside().count
      return report
    }
  }

  /// Returns the large values of rows that are not in the store.
  func absentValues(of entities: Set<String>?) async throws -> [AbsentValue] {
    try await reporting {
      let peer = try openPeer()
      try peer.collect()
      return try peer.absentValues(of: entities)
    }
  }

  /// Fetches large values that are not in the store.
  ///
  /// - Parameters:
  ///   - entities: The entities of their rows; nil for all.
  ///   - keys: The keys of the rows, by the entity that owns their table; nil for all.
  /// - Returns: The number of values fetched.
  /// - Throws: `SyncError`; the parts of a value received so far are kept, and the next call
  ///   continues from there.
  func fetchValues(of entities: Set<String>?, keys: [String: Set<Int64>]?) async throws -> Int {
    try await alone { peer in
      try peer.collect()
      var roots: [String: String] = [:]
      var files: [SyncFile] = []
      var seen: Set<SyncFile> = []
      for value in try peer.absentValues(of: entities) {
        let root = try roots[value.entity] ?? peer.root(of: value.entity)
        roots[value.entity] = root
        guard keys.map({ $0[root]?.contains(value.key) ?? false }) ?? true,
          seen.insert(value.file).inserted
        else { continue }
        files.append(value.file)
      }
      var count = 0
      for file in files where try await fetch(file, peer, isLastTry: false) { count += 1 }
      return count
    }
  }

  /// Returns the entity that owns a model's table, and the key of its row.
  func place(of model: PersistentIdentifier) async throws -> (root: String, key: Int64) {
    try await reporting {
      guard let key = container.rowKey(of: model, forConfigurationNamed: configuration) else {
        throw SyncError(
          .invalid,
          "A model of the entity \(model.entityName) is not in the store \(configuration).",
          advice: "Save it first, and use the engine that syncs its store.")
      }
      return (try openPeer().root(of: model.entityName), key)
    }
  }

  /// Runs `body` while nothing else syncs the store, after checking that the account has not
  /// changed.
  private func alone<Result>(_ body: (SyncPeer) async throws -> Result) async throws -> Result {
    while isBusy { await withCheckedContinuation { waiting.append($0) } }
    isBusy = true
    defer {
      isBusy = false
      let next = waiting
      waiting = []
      for continuation in next { continuation.resume() }
    }
    return try await reporting {
      let lock = try await takeLock()
      (report, fetching, sending) = (SyncReport(), SyncProgress(), SyncProgress())
      let peer = try openPeer()
      // Notifies observers after a failure, too: rows may have been written before it.
      defer {
        if hasChangedRows { container.noteForeignChanges() }
        hasChangedRows = false
      }
      try await checkAccount(peer)
      let result = try await body(peer)
      withExtendedLifetime(lock) {}
      return result
    }
  }

  /// Forgets the server, so that everything is sent to the next one; rows are kept.
  func forgetServer() async throws {
    try await reporting { try openPeer().forgetServer() }
  }

  /// Deletes all sync state; rows are kept.
  func forgetAll() async throws {
    try await reporting {
      peer = nil
      try SyncPeer.forget(container.recordEngine(forConfigurationNamed: configuration))
    }
  }

  /// Counts the records to be sent, and the received records that wait for others.
  func counts() async throws -> (pending: Int, waiting: Int) {
    try await reporting {
      let peer = try openPeer()
      try peer.collect()
      return (try peer.pendingCount(), try peer.waitingCount())
    }
  }

  func reporting<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as SyncError {
      throw error
    } catch is CancellationError {
      throw SyncError(.cancelled, "The sync was cancelled.")
    } catch {
      throw SyncError(.storeFailed, "\(error)")
    }
  }

  func openPeer() throws -> SyncPeer {
    if let peer { return peer }
    var rules = SyncPeer.Rules()
    rules.deletionsWin = options.deletions == .deletes
    rules.keepsPairs = provider is any PairKeeping
    let engine = try container.recordEngine(forConfigurationNamed: configuration)
    rules.formerModels = container.formerModels(of: engine.model)
    let table = SyncResolverTable(options.resolvers, engine.model)
    rules.resolver = { table.decide($0) }
    rules.checks = container.valueChecks()
    let made = try SyncPeer(engine, rules)
    (provider as? any ModelLearning)?.learn(engine.model, made.names)
    peer = made
    return made
  }

  /// Waits until no other process syncs the store.
  private func takeLock() async throws -> SyncLockHolder? {
    guard let lockPath else { return nil }
    let end = Date().addingTimeInterval(options.patience)
    while true {
      if let lock = try SyncLock(lockPath) { return SyncLockHolder(lock) }
      guard Date() < end else {
        throw SyncError(
          .busy, "Another process has been syncing the store for \(options.patience) s.",
          advice: "Try again later, or let that process sync alone.")
      }
      try await Task.sleep(nanoseconds: 50_000_000)
    }
  }

  private func fetch(_ peer: SyncPeer) async throws {
    var course = ReadingCourse()
    pageLimit = provider.capabilities.pageSize
    let check = try await peer.check(at: provider)
    if check.isLost { try await beginAnew(peer, check) }
    while true {
      try Task.checkCancellation()
      let reading = try peer.nextReading()
      let page: SyncPage
      do {
        page = try await nextPage(reading, peer)
      } catch let error as SyncError where error.kind == .cursorExpired && reading.cursor != nil {
        try course.restart(after: error)
        let check = try await peer.check(at: provider)
        if check.isLost {
          try await beginAnew(peer, check)
        } else {
          try peer.readAllAnew(check)
        }
        continue
      }
      try course.check(page, from: reading.cursor)
      if !page.hasMore, try peer.isReadingAll() {
        // Records missing from a full fetch count as deleted, unless the server lost them
        // meanwhile.
        let check = try await peer.check(at: provider)
        if check.isLost {
          try course.restart(after: Self.serverReset)
          try await beginAnew(peer, check)
          continue
        }
      }
      guard let acceptance = try peer.accept(page, of: reading) else {
        course.forget()
        continue
      }
      if acceptance.isLost {
        try course.restart(after: Self.serverReset)
        try await beginAnew(peer, peer.check(page))
        continue
      }
      try course.note(page)
      note(acceptance)
      let changes = page.changes.filter { !SyncMark.isMark($0) }
      report.fetched += changes.count
      fetching.records += changes.count
      fetching.bytes += changes.reduce(0) { $0 + Self.size($1) }
      if !changes.isEmpty { tell(.fetching(fetching)) }
      if acceptance.isReadAgain {
        course.forget()
      } else if !page.hasMore {
        return
      }
    }
  }

  /// Returns the next page, and skips the contents if this store sent all of its versions itself.
  private func nextPage(_ reading: SyncPeer.Reading, _ peer: SyncPeer) async throws -> SyncPage {
    // In a full fetch, this store sent only a small part of the records.
    if reading.cursor == nil { mayBeEcho = false }
    var limit = pageLimit
    defer { pageLimit = limit }
    return try await provider.page(within: &limit) { limit in
      guard mayBeEcho, let cursor = reading.cursor, let provider = provider as? any VersionTelling
      else { return try await provider.changes(since: reading.cursor, limit: limit) }
      return try await provider.changes(since: cursor, limit: limit) { versions in
        mayBeEcho = try peer.knows(versions)
        return mayBeEcho
      }
    }
  }

  private func fetchFiles(_ peer: SyncPeer) async throws {
    // Try each file once per sync: if it is missing, its sender has not uploaded it yet or it is
    // damaged; the next change announces it again.
    var tried: Set<SyncFile> = []
    while true {
      let files = try peer.missingFiles(besides: tried)
      guard !files.isEmpty else { return }
      tried.formUnion(files)
      for file in files { _ = try await fetch(file, peer, isLastTry: true) }
    }
  }

  /// Fetches a large value, starting with the first piece that earlier tries did not fetch.
  ///
  /// - Returns: Whether the value is now complete.
  private func fetch(_ file: SyncFile, _ peer: SyncPeer, isLastTry: Bool) async throws -> Bool {
    let known = try peer.fetchedPieces(of: file)
    for piece in SyncPiece.all(of: file) where !known.contains(piece.number) {
      try Task.checkCancellation()
      guard let bytes = try await provider.piece(named: piece.name) else { break }
      try peer.accept(piece, bytes)
      fetching.bytes += bytes.count
      tell(.fetching(fetching))
    }
    guard try peer.finish(file, isLastTry: isLastTry) else { return false }
    report.changed += 1
    hasChangedRows = true
    return true
  }

  private func send(_ peer: SyncPeer) async throws {
    var fruitless = 0
    sending.total = try peer.pendingCount()
    while fruitless < Self.patience {
      try Task.checkCancellation()
      let sendings = try peer.nextSendings(provider.capabilities.maximumWrites)
      guard !sendings.isEmpty else { return }
      for sending in sendings { try await sendFiles(of: sending, peer) }
      let results = try await provider.write(sendings.map(\.write))
      note(try peer.note(results, of: sendings))
      var done = 0
      let hasMark = zip(results, sendings).contains { $1.isMark && $0.isSettled }
      for (result, sending) in zip(results, sendings) where !sending.isMark {
        switch result {
        case .saved, .deleted:
          done += 1
          self.sending.bytes += Self.size(sending.write)
        case .refused(let error):
          report.refused += 1
          done += 1
          tell(.refused(error))
        case .conflict, .postponed: break
        }
      }
      if done > 0 { mayBeEcho = true }
      fruitless = done == 0 && !hasMark ? fruitless + 1 : 0
      guard sendings.contains(where: { !$0.isMark }) else { continue }
      report.sent += done
      sending.records += done
      sending.total = max(sending.total ?? 0, sending.records)
      tell(.sending(sending))
    }
    throw SyncError(
      .serverFailed, "The server accepted none of the records sent in \(Self.patience) rounds.",
      advice: "Other devices may be writing the same records. The next sync tries again.")
  }

  private func sendFiles(of sending: SyncPeer.Sending, _ peer: SyncPeer) async throws {
    for (field, file) in sending.files.sorted(by: { $0.key < $1.key }) {
      let known = try await peer.storedPieces(of: file, at: provider)
      let pieces = SyncPiece.all(of: file).filter { !known.contains($0.number) }
      guard !pieces.isEmpty, let bytes = try peer.bytes(of: file, field, of: sending) else {
        continue
      }
      for piece in pieces {
        try Task.checkCancellation()
        let start = piece.number * SyncPiece.size
        let part = Data(bytes[start..<min(start + SyncPiece.size, bytes.count)])
        try await provider.store(piece: part, named: piece.name)
        try peer.noteStored(piece)
        self.sending.bytes += part.count
        tell(.sending(self.sending))
      }
    }
  }

  func note(_ acceptance: SyncPeer.Acceptance) {
    report.changed += acceptance.changeCount
    if acceptance.changeCount > 0 { hasChangedRows = true }
    report.conflicts += acceptance.conflicts.count
    for conflict in acceptance.conflicts { tell(.conflict(SyncConflictReport(conflict))) }
    for record in acceptance.unreadable { tell(.setAside(record)) }
  }

  private static func size(_ change: SyncChange) -> Int {
    if case .saved(let record) = change { SyncCoding.encode(record).count } else { 0 }
  }

  private static func size(_ write: SyncWrite) -> Int {
    if case .save(let record) = write { SyncCoding.encode(record).count } else { 0 }
  }
}
