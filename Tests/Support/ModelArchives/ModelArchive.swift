import ArchivedModel
import DataSchema
import Foundation

/// Models as archived in stores, for tests of reading them.
package enum ModelArchive {
  /// The contents of the table `Z_MODELCACHE` in a store of a model without derived attributes.
  package static func modelCache(of model: ModelDescription) -> Data {
    ArchivedModel.modelCache(of: model) ?? Data()
  }

  /// The uncompressed archive.
  package static func archive(of model: ModelDescription) -> Data {
    ArchivedModel.archive(of: model) ?? Data()
  }
}
