import CoreDataFormat
import DataSchema
import Foundation

/// The model with which a store of Core Data or SwiftData was created, as archived in its file.
///
/// The archive contains what the tables do not: the original spelling of names, types, rules and
/// former names. It makes it possible to open a store without its models.
package struct ArchivedModel: Hashable, Sendable {
  /// Details of an attribute that stores do not need.
  package struct AttributeDetails: Hashable, Sendable, Codable {
    /// The class of its values, such as `NSString` or `Array<String>`.
    package var valueClassName: String?
    /// The name of the transformer that encodes transformable values.
    package var transformerName: String?
    /// Whether the values belong to a Swift enumeration.
    package var isEnumeration = false
    /// The cases without associated values of an enumeration without raw values, in order of
    /// declaration.
    package var caseNames: [String] = []

    package init() {}
  }

  /// The entities and their properties, sorted by name; elements of composites are in the order of
  /// their declaration.
  package var model: ModelDescription
  /// The class names of entities, by entity.
  package var classNames: [String: String] = [:]
  /// Details by path: `Entity.attribute`, and `Entity.composite.part` for elements of composites.
  package var details: [String: AttributeDetails] = [:]
  /// Entities by configuration, for configurations that do not contain all of them.
  package var configurations: [String: [String]] = [:]

  /// Reads the contents of a store's table `Z_MODELCACHE`.
  ///
  /// - Parameters:
  ///   - modelCache: The column `Z_CONTENT`.
  ///   - limit: The maximum number of bytes, compressed and uncompressed.
  /// - Throws: `ArchivedModelError` for any other input.
  package init(modelCache: Data, limit: Int = ArchivedModel.limit) throws(ArchivedModelError) {
    guard let archive = RawDeflate.inflated(modelCache, limit: limit) else {
      throw ArchivedModelError(
        .damaged, "its compressed data is invalid, truncated or too large")
    }
    try self.init(archive: archive)
  }

  /// Reads a compiled model: a file with the extension `.mom`, or the uncompressed model cache of a
  /// store.
  ///
  /// - Parameter archive: A keyed archive as a binary property list.
  /// - Throws: `ArchivedModelError` for any other input.
  package init(archive: Data) throws(ArchivedModelError) {
    guard archive.count <= Self.limit, let objects = KeyedArchiveReader(archive) else {
      throw ArchivedModelError(.damaged, "it is not a keyed archive")
    }
    var decoder = ArchivedModelDecoder(objects)
    self = try decoder.decode()
  }

  init(model: ModelDescription) { self.model = model }

  /// The contents of a store's table `Z_MODELCACHE`, for frameworks that read the model from there.
  ///
  /// - Parameter model: The model.
  /// - Returns: The column `Z_CONTENT`; nil for a model with derived attributes, whose expressions
  ///   are only known as text.
  package static func modelCache(of model: ModelDescription) -> Data? {
    archive(of: model).flatMap(RawDeflate.deflated)
  }

  /// Archives a model as a binary property list; returns nil for a model with derived attributes.
  package static func archive(of model: ModelDescription) -> Data? {
    ModelArchiver.archive(of: model)
  }

  /// The maximum number of bytes of a model: some hundred times that of large apps.
  package static let limit = 256 << 20
}

/// Why an archived model cannot be read.
package struct ArchivedModelError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The bytes are not an archive, or its contents are inconsistent.
    case damaged
    /// The archive does not contain a model.
    case noModel
    /// The model contains something that this library does not support.
    case unsupported
  }

  package var kind: Kind
  /// What is wrong and where.
  package var reason: String

  init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

  package var description: String { "The archived model cannot be read: \(reason)." }
}
