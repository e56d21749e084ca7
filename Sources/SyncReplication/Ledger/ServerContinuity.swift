import Foundation
import SyncPort

/// What a replica knows of marks at the server, by which it finds out whether the server lost something.
struct ServerContinuity: Codable, Equatable {
  /// A mark as it was when it was read or written last.
  struct Witness: Codable, Equatable {
    let name: String
    let life: ServerLife
    let number: Int64
  }

  /// A mark, and the records read after it, by which a replica sees whether a server went back.
  struct Evidence: Codable, Equatable {
    var witness: Witness?
    var uncovered: [String]
  }

  /// The latest life of the server that is known; nil before the first mark.
  var life: ServerLife?
  /// The last mark in the order of the server's changes; the server has it for as long as it lost nothing.
  var witness: Witness?
  /// The records that the server told or took since the witness; what it has of the witness says nothing of them.
  var uncovered: [String] = []
  /// What earlier readings ended with, while everything is read anew: the marks that such a reading tells first are older.
  var former: [Evidence] = []
  /// Records that the server told apart from readings, of which nothing says where they stand among its changes.
  var unordered: [String] = []
  /// Uncovered records that the server lacked when it was asked: lost, or deleted, which it tells then.
  var doubtful: [String] = []
  /// Records that a reading of everything keeps although it lacks them, since the server lacked them when it was asked.
  var spared: [String] = []
  /// Whether it keeps all that it lacks, since nothing proves that the server lost nothing.
  var sparesAll = false
  /// Whether nothing proves that the cursor leads on from where the last reading ended: everything is read after it.
  var doubtsCursor = false
  /// Whether the reading under way follows a loss: large values and pairs that are here are stored again.
  var followsLoss = false
  /// Whether there are more uncovered records than are noted.
  var isOverfull = false
  /// Whether the first reading of the server, or one after it lost something, has not come to its end.
  var isFresh = true
  /// Whether the replica's own mark at the server is an earlier one than the server acknowledged.
  var isBroken = false
  /// The number of the replica's last write.
  var lastNumber: Int64 = 0
  /// The number of the last write that the server acknowledged; nil for none.
  var acknowledged: Int64?
  /// The tag of the replica's own mark; nil where it is not known.
  var tag: String?
  /// The gaps of the version with that tag.
  var gaps = SyncMarkGaps()
  /// Whether records were written without a mark after them.
  var isDue = false

  /// More names are not noted.
  private static let longest = 300

  /// Whether the witness was written after all that is known of the server.
  var isCovered: Bool { uncovered.isEmpty && unordered.isEmpty && !isOverfull }

  /// All evidence that is kept, the oldest first.
  var evidence: [Evidence] { former + [Evidence(witness: witness, uncovered: uncovered)] }

  /// Keeps what the last reading ended with, until everything is read anew.
  mutating func beginReading() {
    if witness != nil || !uncovered.isEmpty { former = evidence }
    // The latest say the most.
    former = former.suffix(4)
    (witness, uncovered) = (nil, [])
  }

  /// Records that the server told or took a record, as its last change.
  mutating func add(_ name: String) {
    guard !isOverfull else { return }
    uncovered.removeAll { $0 == name }
    uncovered.append(name)
    limit()
  }

  /// Records that the server told a record that others had written at some time.
  mutating func addUnordered(_ name: String) {
    guard !isOverfull, !unordered.contains(name) else { return }
    unordered.append(name)
    limit()
  }

  private mutating func limit() {
    guard uncovered.count + unordered.count > Self.longest else { return }
    (uncovered, unordered, isOverfull) = ([], [], true)
  }

  /// What stays when the server is forgotten.
  var withoutServer: ServerContinuity {
    var next = ServerContinuity()
    next.lastNumber = lastNumber
    return next
  }

  /// What stays when everything is compared with a server that lost something: its next life begins.
  ///
  /// - Parameters:
  ///   - check: What was found of the server.
  ///   - replica: The name of the replica, which begins a life that nobody else has begun.
  /// - Returns: What is known then.
  func anew(_ check: ContinuityCheck, _ replica: String) -> ServerContinuity {
    var next = withoutServer
    next.life = check.laterLife ?? (life ?? .first).next(by: replica)
    next.followsLoss = true
    return next
  }

  /// Takes over a mark that the server told; of the replica's own also its tag.
  mutating func accept(_ mark: SyncMark, isOwn: Bool) {
    life = max(life ?? mark.life, mark.life)
    witness = Witness(name: mark.name, life: mark.life, number: mark.number)
    (uncovered, isOverfull) = ([], false)
    if isOwn { acceptOwn(mark) }
  }

  /// The next mark, which is written over the version that is known.
  mutating func nextMark(named name: String) -> SyncMark {
    let former = tag == nil ? 0 : acknowledged ?? 0
    lastNumber += 1
    return SyncMark(
      name: name, life: life ?? .first, number: lastNumber,
      gaps: (tag == nil ? SyncMarkGaps() : gaps).adding(from: former + 1, to: lastNumber - 1),
      tag: tag)
  }

  /// Takes over what the server has of the replica's own mark.
  mutating func acceptOwn(_ mark: SyncMark) {
    guard mark.number >= acknowledged ?? 0 else {
      isBroken = true
      return
    }
    (tag, acknowledged, gaps) = (mark.tag, mark.number, mark.gaps)
    // A store that was put back to a backup has sent more than it knows of.
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
    // An earlier version of this library has read without taking note of marks.
    new.isOverfull = try text(.cursor) != nil
    return new
  }

  func setContinuity(_ continuity: ServerContinuity) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try set(.continuity, String(decoding: try encoder.encode(continuity), as: UTF8.self))
  }
}
