import Foundation
import SyncPort

/// A sync peer's knowledge of marks on the server, by which it detects that the server lost
/// changes.
struct ServerContinuity: Codable, Equatable {
  /// A mark as it was last read or written.
  struct Witness: Codable, Equatable {
    let name: String
    let life: ServerLife
    let number: Int64
  }

  /// A mark and the records received after it, by which a sync peer detects that a server was
  /// restored from a backup.
  struct Evidence: Codable, Equatable {
    var witness: Witness?
    var uncovered: [String]
  }

  /// The latest known life of the server; nil before the first mark.
  var life: ServerLife?
  /// The last mark in the order of the server's changes; the server has it as long as it has lost
  /// nothing.
  var witness: Witness?
  /// The records that the server sent or accepted after the witness; the witness does not prove
  /// that they still exist.
  var uncovered: [String] = []
  /// The evidence from the ends of earlier fetches, kept during a full fetch, which returns older
  /// marks first.
  var former: [Evidence] = []
  /// Records received outside of fetches, whose position among the server's changes is unknown.
  var unordered: [String] = []
  /// Uncovered records that the server lacked when it was asked: either lost, or deleted, which it
  /// then reports.
  var doubtful: [String] = []
  /// Records that a full fetch keeps although it lacks them, because the server lacked them when it
  /// was asked.
  var spared: [String] = []
  /// Whether a full fetch keeps all records that it lacks, because nothing proves that the server
  /// lost nothing.
  var sparesAll = false
  /// Whether nothing proves that the cursor continues from the end of the last fetch; a full fetch
  /// then follows.
  var doubtsCursor = false
  /// Whether the current fetch follows a loss; local large values and pairs are then stored again.
  var followsLoss = false
  /// Whether there are more uncovered records than can be stored.
  var isOverfull = false
  /// Whether the first full fetch, or the first one after a loss, has not finished.
  var isFresh = true
  /// Whether the sync peer's own mark on the server is older than the one that the server
  /// acknowledged.
  var isBroken = false
  /// The number of the sync peer's last write.
  var lastNumber: Int64 = 0
  /// The number of the last write that the server acknowledged; nil if there is none.
  var acknowledged: Int64?
  /// The tag of the sync peer's own mark; nil if it is unknown.
  var tag: String?
  /// The gaps of the mark's version with that tag.
  var gaps = SyncMarkGaps()
  /// Whether records were written without a later mark.
  var isDue = false

  /// The maximum number of stored names.
  private static let longest = 300

  /// Whether the witness covers everything that is known of the server.
  var isCovered: Bool { uncovered.isEmpty && unordered.isEmpty && !isOverfull }

  /// All stored evidence, oldest first.
  var evidence: [Evidence] { former + [Evidence(witness: witness, uncovered: uncovered)] }

  /// Stores the evidence of the last fetch until the full fetch ends.
  mutating func beginReading() {
    if witness != nil || !uncovered.isEmpty { former = evidence }
    // The latest evidence is the most conclusive.
    former = former.suffix(4)
    (witness, uncovered) = (nil, [])
  }

  /// Registers a record that the server sent or accepted, as its latest change.
  mutating func add(_ name: String) {
    guard !isOverfull else { return }
    uncovered.removeAll { $0 == name }
    uncovered.append(name)
    limit()
  }

  /// Registers a record from the server whose position among its changes is unknown.
  mutating func addUnordered(_ name: String) {
    guard !isOverfull, !unordered.contains(name) else { return }
    unordered.append(name)
    limit()
  }

  private mutating func limit() {
    guard uncovered.count + unordered.count > Self.longest else { return }
    (uncovered, unordered, isOverfull) = ([], [], true)
  }

  /// The state that is kept when the server is forgotten.
  var withoutServer: ServerContinuity {
    var next = ServerContinuity()
    next.lastNumber = lastNumber
    return next
  }

  /// Returns the state for comparing everything with a server that lost changes: its next life
  /// begins.
  ///
  /// - Parameters:
  ///   - check: The result of checking the server.
  ///   - peer: The name of the sync peer, which begins a life that no other peer has begun.
  /// - Returns: The new state.
  func anew(_ check: ContinuityCheck, _ peer: String) -> ServerContinuity {
    var next = withoutServer
    next.life = check.laterLife ?? (life ?? .first).next(by: peer)
    next.followsLoss = true
    return next
  }

  /// Adopts a mark received from the server; for the sync peer's own mark, its tag as well.
  mutating func accept(_ mark: SyncMark, isOwn: Bool) {
    life = max(life ?? mark.life, mark.life)
    witness = Witness(name: mark.name, life: mark.life, number: mark.number)
    (uncovered, isOverfull) = ([], false)
    if isOwn { acceptOwn(mark) }
  }

  /// Returns the next mark, which overwrites the known version.
  mutating func nextMark(named name: String) -> SyncMark {
    let former = tag == nil ? 0 : acknowledged ?? 0
    lastNumber += 1
    return SyncMark(
      name: name, life: life ?? .first, number: lastNumber,
      gaps: (tag == nil ? SyncMarkGaps() : gaps).adding(from: former + 1, to: lastNumber - 1),
      tag: tag)
  }

  /// Adopts the server's version of the sync peer's own mark.
  mutating func acceptOwn(_ mark: SyncMark) {
    guard mark.number >= acknowledged ?? 0 else {
      isBroken = true
      return
    }
    (tag, acknowledged, gaps) = (mark.tag, mark.number, mark.gaps)
    // A store that was restored from a backup has sent more than it knows.
    lastNumber = max(lastNumber, mark.number)
  }
}

extension Ledger {
  func continuity() throws -> ServerContinuity {
    if let text = try text(.continuity),
      let known = try? JSONDecoder().decode(ServerContinuity.self, from: Data(text.utf8))
    {
      return known
    }
    var new = ServerContinuity()
    // An earlier version of this library fetched without recording marks.
    new.isOverfull = try text(.cursor) != nil
    return new
  }

  func setContinuity(_ continuity: ServerContinuity) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try set(.continuity, String(decoding: try encoder.encode(continuity), as: UTF8.self))
  }
}
