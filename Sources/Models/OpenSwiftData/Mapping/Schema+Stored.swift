import Foundation
import RecordStore

extension Schema {
  /// The schema that a store's file was written with, according to the file.
  ///
  /// Reads only the file: neither a migration plan nor model classes are needed. The entities have
  /// no model classes. Properties whose type does not exist in this program have only the type's
  /// name.
  ///
  /// For stores that Apple's frameworks wrote, the model that they archived in the file is used.
  ///
  /// - Throws: `SwiftDataError.unknownSchema` for a store that contains only the hashes of its
  ///   entities, as early ones of Core Data do; `SwiftDataError` that says why the file cannot be
  ///   read.
  public static func stored(in url: URL) throws -> Schema {
    Schema(description: try StoreReader(url).storedModel())
  }
}
