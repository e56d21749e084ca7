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
        "The store \(path) is another program's, or of a version that \(program) does not know.",
        advice: "Use the program that wrote it. " + Self.otherStore, .storeUnknown)
    case SwiftDataError.backwardMigration, SwiftDataError.storeIsNewer:
      self.init(
        "The store \(path) is newer than this version of \(program), or another program's.",
        advice: "Use the newer version. " + Self.otherStore, .storeNewer)
    case SwiftDataError.storeCannotBeOpened:
      self.init(
        sentence, advice: "Check that you may read and write it. " + Self.otherStore,
        .storeUnusable)
    case is SwiftDataError:
      self.init(sentence, advice: error.suggestion ?? Self.otherStore, .storeUnusable)
    default:
      self.init(
        sentence, advice: "Check that there is room on the disk and that you may write there.",
        .storeUnusable)
    }
  }

  private static let otherStore = "Give another store with: --store PATH"
}
