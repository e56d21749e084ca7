import DataSchema
import Foundation

/// The model that a store of Core Data's or SwiftData's was made with, as its file keeps it.
///
/// The file tells what the tables cannot: names as they were written, types, rules and former names. So a
/// store can be opened by whoever has not the models.
package struct ArchivedModel: Hashable, Sendable {
  /// What is said of an attribute beyond what stores need.
  package struct AttributeDetails: Hashable, Sendable, Codable {
    /// The class of its values, such as `NSString` or `Array<String>`.
    package var valueClassName: String?
    /// What makes data of transformable values.
    package var transformerName: String?
    /// Whether it is an enum of Swift's.
    package var isEnumeration = false
    /// The cases without values of an enum that has no raw values, as they were declared.
    package var caseNames: [String] = []

    package init() {}
  }

  /// The entities, in the order of their names, and their properties likewise; parts of composites are in the
  /// order of their declaration.
  package var model: ModelDescription
  /// The classes that entities had names for, by entity.
  package var classNames: [String: String] = [:]
  /// Details by path: `Entity.attribute`, and `Entity.composite.part` for parts of composites.
  package var details: [String: AttributeDetails] = [:]
  /// Entities by the names of configurations that have not all of them.
  package var configurations: [String: [String]] = [:]

  /// Reads what the table `Z_MODELCACHE` of a store holds.
  ///
  /// - Parameters:
  ///   - modelCache: The column `Z_CONTENT`.
  ///   - limit: How many bytes there may be, before and after they are unpacked.
  /// - Throws: `ArchivedModelError` for anything else, whatever it is.
  package init(modelCache: Data, limit: Int = ArchivedModel.limit) throws(ArchivedModelError) {
    guard let archive = RawDeflate.inflated(modelCache, limit: limit) else {
      throw ArchivedModelError(
        .damaged, "it is not compressed as it should be, is cut off, or is too large")
    }
    try self.init(archive: archive)
  }

  /// Reads a compiled model: a file with the ending `.mom`, or what a store's cache has been compressed from.
  ///
  /// - Parameter archive: A keyed archive as a binary property list.
  /// - Throws: `ArchivedModelError` for anything else, whatever it is.
  package init(archive: Data) throws(ArchivedModelError) {
    guard archive.count <= Self.limit, let objects = ArchivedObjects(archive) else {
      throw ArchivedModelError(.damaged, "it is no keyed archive")
    }
    var decoder = ArchivedModelDecoder(objects)
    self = try decoder.decode()
  }

  init(model: ModelDescription) { self.model = model }

  /// What the table `Z_MODELCACHE` of a store that holds a model has, for the frameworks that look there.
  ///
  /// - Parameter model: The model.
  /// - Returns: The column `Z_CONTENT`; nil for a model with derived attributes, whose expressions are known as text
  ///   alone.
  package static func modelCache(of model: ModelDescription) -> Data? {
    archive(of: model).flatMap(RawDeflate.deflated)
  }

  /// A keyed archive of a model as a binary property list; nil for a model with derived attributes.
  package static func archive(of model: ModelDescription) -> Data? {
    ModelArchiver.archive(of: model)
  }

  /// How many bytes the largest model has that is read: some hundred times what large apps have.
  package static let limit = 256 << 20
}

/// Why an archived model cannot be read.
package struct ArchivedModelError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The bytes are no archive, or what it holds does not hold together.
    case damaged
    /// It is an archive of something else.
    case noModel
    /// The model has something that this library does not know.
    case unsupported
  }

  package var kind: Kind
  /// What is wrong, and where.
  package var reason: String

  init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

  package var description: String { "The archived model cannot be read: \(reason)." }
}
