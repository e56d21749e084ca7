import ArchivedModel
import DataSchema
import Foundation

/// Models as they are archived in stores, for tests of reading them.
package enum ModelArchive {
  /// What the table `Z_MODELCACHE` of a store that holds a model without derived attributes has.
  package static func modelCache(of model: ModelDescription) -> Data {
    ArchivedModel.modelCache(of: model) ?? Data()
  }

  /// The same before it is compressed.
  package static func archive(of model: ModelDescription) -> Data {
    ArchivedModel.archive(of: model) ?? Data()
  }
}
