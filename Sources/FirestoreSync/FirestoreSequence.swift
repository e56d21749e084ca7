import Foundation
import SyncPort

/// The document of a zone: what was written last, in numbers that go up with each change of a record.
///
/// Whoever writes records writes it too, over the version that was read before, so that of two who write at once
/// one begins anew. So whoever sees a number sees all smaller ones.
struct FirestoreSequence {
  /// What tells the zone from one of the same name that was there before.
  var generation: String
  /// The number of the last change.
  var last: Int64
  /// The highest number of a tombstone that is gone.
  var purged: Int64
  /// The document that was read; nil where there is none yet.
  var document: FirestoreDocument?

  /// A new one.
  ///
  /// - Parameter last: The highest number of a document that is there.
  init(after last: Int64) {
    generation = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    (self.last, purged) = (last, 0)
  }

  /// The one of a document; nil where it is none.
  init?(_ document: FirestoreDocument) {
    guard case .text(let generation)? = document["generation"],
      case .integer(let last)? = document["seq"], case .integer(let purged)? = document["purged"],
      !generation.contains("."), last >= 0, (0...last).contains(purged)
    else { return nil }
    (self.generation, self.last, self.purged) = (generation, last, purged)
    self.document = document
  }

  /// The next number.
  mutating func next() throws -> Int64 {
    let (number, isTooLarge) = last.addingReportingOverflow(1)
    guard !isTooLarge else {
      throw SyncError(
        .invalid, "The numbers of the zone are used up.", advice: "Sync with another zone.")
    }
    last = number
    return number
  }

  /// Writes it over the version that was read.
  func write(to name: String) -> FirestoreWrite {
    let fields: [String: FirestoreField] = [
      "generation": .text(generation), "seq": .integer(last), "purged": .integer(purged),
    ]
    return .update(FirestoreDocument(name, fields), over: document)
  }
}

/// How far a reading of a zone is.
struct FirestoreCursor: Equatable {
  var generation: String
  /// The number up to which all was told.
  var position: Int64
  /// The highest number of a tombstone that was gone when the reading of everything began.
  var floor: Int64

  init(_ sequence: FirestoreSequence) {
    (generation, position, floor) = (sequence.generation, 0, sequence.purged)
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let position = Int64(parts[1]), let floor = Int64(parts[2]),
      !parts[0].isEmpty, position >= 0, floor >= 0
    else { return nil }
    (generation, self.position, self.floor) = (String(parts[0]), position, floor)
  }

  var text: String { "\(generation).\(position).\(floor)" }

  /// Whether all that was deleted since can be told.
  func isKnown(to sequence: FirestoreSequence) -> Bool {
    generation == sequence.generation && position <= sequence.last
      && sequence.purged <= max(position, floor)
  }
}
