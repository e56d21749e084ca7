import CoreDataFormat
import Foundation
import RecordStore

extension Schema {
  /// The schema that a store's file says it was written with.
  ///
  /// Reads the file alone: neither a plan nor model classes are needed. The entities have no model
  /// classes, and properties whose type this program lacks have its name only.
  ///
  /// In stores that Apple's frameworks wrote the model counts that they archived.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a store that says no more than the hashes of its
  ///   entities, as early ones of Core Data's do; `SwiftDataError` that says why the file cannot be
  ///   read.
  public static func stored(in url: URL) throws -> Schema {
    Schema(description: try StoreReader(url).storedModel())
  }
}
