import Foundation
import SwiftData

extension CommandFailure {
  /// Creates the failure for a store that could not be used.
  ///
  /// - Parameters:
  ///   - path: The name of the store in messages: the path of a file, or its location on a server.
  ///   - error: The error of the store.
  ///   - program: The program to which the store should belong.
  init(ofStore path: String, _ error: any Error, program: String) {
    let sentence =
      error.sentence.contains(path)
      ? error.sentence : "The store \(path) could not be used. \(error.sentence)"
    switch error {
    case let failure as CommandFailure: self = failure
    case SwiftDataError.storeIsNotADatabase:
      self.init("\(path) is not a store.", advice: Self.otherStore, .notAStore)
    case SwiftDataError.storeIsCorrupt:
      self.init(sentence, advice: "Restore it from a backup.", .storeDamaged)
    case SwiftDataError.unknownSchema, SwiftDataError.unknownDataStoreSchema,
      SwiftDataError.storeSchemaMismatch:
      self.init(
        "The store \(path) cannot be opened: it belongs to another program, or \(program) does not "
          + "know its version.",
        advice: "Use the program that created it" + Self.orOtherStore, .storeUnknown)
    case SwiftDataError.backwardMigration, SwiftDataError.storeIsNewer:
      self.init(
        "The store \(path) cannot be opened: a newer version of \(program), or another program, "
          + "wrote it.",
        advice: "Update \(program)" + Self.orOtherStore, .storeNewer)
    case SwiftDataError.storeCannotBeOpened:
      self.init(
        sentence,
        advice: "Check the path or address, and your permission to read and write the store"
          + Self.orOtherStore, .storeUnusable)
    case is SwiftDataError:
      self.init(sentence, advice: error.suggestion ?? Self.otherStore, .storeUnusable)
    default:
      self.init(
        sentence, advice: "Check the free space on the disk, and your permission to write there.",
        .storeUnusable)
    }
  }

  private static let otherStore = "Give another store: --store PATH"
  private static let orOtherStore = ", or give another store: --store PATH"
}
