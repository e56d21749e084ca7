import Foundation
import SyncHTTP
import SyncPort

/// The document of a zone, which numbers the changes of records in ascending order.
///
/// Every write of records also writes this document over the version that was read before. If two
/// devices write at once, one of them starts over. So a device that sees a number also sees all
/// smaller ones.
struct FirestoreSequence {
  /// Distinguishes the zone from an earlier one of the same name.
  var generation: String
  /// The number of the last change.
  var last: Int64
  /// The highest number of a purged tombstone.
  var purged: Int64
  /// The document that was read; nil if it does not exist yet.
  var document: FirestoreDocument?

  /// Creates a new sequence.
  ///
  /// - Parameter last: The highest number of an existing document.
  init(after last: Int64) {
    generation = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
    (self.last, purged) = (last, 0)
  }

  /// Reads a sequence from a document; nil if it is not one.
  init?(_ document: FirestoreDocument) {
    guard case .text(let generation)? = document["generation"],
      case .integer(let last)? = document["seq"], case .integer(let purged)? = document["purged"],
      !generation.contains("."), last >= 0, (0...last).contains(purged)
    else { return nil }
    (self.generation, self.last, self.purged) = (generation, last, purged)
    self.document = document
  }

  /// Returns the next number.
  ///
  /// - Parameter name: The name of the zone's document, for the error.
  /// - Returns: The number.
  /// - Throws: `SyncError` of the kind `invalid` if there are no more numbers.
  mutating func next(in name: String) throws -> Int64 {
    let (number, isTooLarge) = last.addingReportingOverflow(1)
    guard !isTooLarge else {
      let zone = name.split(separator: "/").last ?? ""
      throw SyncError(
        .invalid, "Cannot write to the zone \(zone): its change numbers are used up.",
        advice: "Sync with another zone.")
    }
    last = number
    return number
  }

  /// Returns a write of the sequence over the version that was read.
  func write(to name: String) -> JSONValue {
    let fields: [String: FirestoreField] = [
      "generation": .text(generation), "seq": .integer(last), "purged": .integer(purged),
    ]
    return FirestoreRequest.update(FirestoreDocument(name, fields), over: document)
  }
}

/// The position of a fetch in a zone.
struct FirestoreCursor: Equatable {
  var generation: String
  /// The number up to which all changes were fetched.
  var position: Int64
  /// The highest number of a tombstone that was purged before the full fetch began.
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

  /// Whether all later deletions are still known.
  func isKnown(to sequence: FirestoreSequence) -> Bool {
    generation == sequence.generation && position <= sequence.last
      && sequence.purged <= max(position, floor)
  }
}
