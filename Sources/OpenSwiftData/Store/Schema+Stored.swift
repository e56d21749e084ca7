import CoreDataFormat
import Foundation
import RecordStore

extension Schema {
  /// The schema that a store's file says it was written with.
  ///
  /// Reads the file alone: neither a plan nor model classes are needed. The entities have no model
  /// classes, and properties whose type this program lacks have its name only.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a store that this library has not written yet, which
  ///   says no more than the hashes of its entities; `SwiftDataError` that says why the file cannot be
  ///   read.
  public static func stored(in url: URL) throws -> Schema {
    Schema(description: try StoreReader(url).storedModel())
  }
}
