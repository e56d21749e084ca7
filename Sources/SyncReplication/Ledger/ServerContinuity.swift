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

  /// The latest life of the server that is known; nil before the first mark.
  var life: ServerLife?
  /// The last mark in the order of the server's changes; the server has it for as long as it lost nothing.
  var witness: Witness?
  /// The records that the server told or took since the witness; what it has of the witness says nothing of them.
  var uncovered: [String] = []
  /// Uncovered records that the server lacked when it was asked: lost, or deleted, which it tells then.
  var doubtful: [String] = []
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
  /// Whether records were written without a mark after them.
  var isDue = false

  /// More names are not noted.
  private static let longest = 300

  /// Whether the witness was written after all that is known of the server.
  var isCovered: Bool { uncovered.isEmpty && !isOverfull }

  /// Takes note of a record that the server told or took.
  mutating func add(_ name: String) {
    guard !isOverfull, !uncovered.contains(name) else { return }
    if uncovered.count < Self.longest {
      uncovered.append(name)
    } else {
      (uncovered, isOverfull) = ([], true)
    }
  }

  /// What stays when the server is forgotten.
  var withoutServer: ServerContinuity {
    var next = ServerContinuity()
    next.lastNumber = lastNumber
    return next
  }

  /// What stays when everything is compared anew: in the next life, if the server lost something.
  ///
  /// - Parameters:
  ///   - check: What was found of the server.
  ///   - replica: The name of the replica, which begins a life that nobody else has begun.
  /// - Returns: What is known then.
  func anew(_ check: ContinuityCheck, _ replica: String) -> ServerContinuity {
    var next = withoutServer
    next.life =
      check.isLost ? check.laterLife ?? (life ?? .first).next(by: replica) : life
    return next
  }

  /// Takes over a mark that the server told; of the replica's own also its tag.
  mutating func accept(_ mark: SyncMark, isOwn: Bool) {
    life = max(life ?? mark.life, mark.life)
    witness = Witness(name: mark.name, life: mark.life, number: mark.number)
    (uncovered, isOverfull) = ([], false)
    if isOwn { acceptOwn(mark) }
  }

  /// Takes over what the server has of the replica's own mark.
  mutating func acceptOwn(_ mark: SyncMark) {
    guard mark.number >= acknowledged ?? 0 else {
      isBroken = true
      return
    }
    tag = mark.tag
    // Another number than any that was sent may be of an earlier use of the same server.
    if mark.number <= lastNumber { acknowledged = mark.number }
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
