import Foundation

extension Schema {
  private enum CodingKeys: String, CodingKey { case encodingVersion, version, entities }

  /// Decodes a schema that `encode(to:)` encoded.
  ///
  /// - Throws: `DecodingError` if the data is not a schema.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let entities = try container.decode([Entity.Flat].self, forKey: .entities).map(\.entity)
    Entity.link(entities)
    self.init(
      entities: entities,
      version: try container.decode(Version.self, forKey: .version),
      encodingVersion: try container.decode(Version.self, forKey: .encodingVersion))
  }

  /// Encodes the version and the entities.
  ///
  /// Key paths and model classes cannot be encoded; their names are encoded instead.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(encodingVersion, forKey: .encodingVersion)
    try container.encode(version, forKey: .version)
    try container.encode(entities.map(Entity.Flat.init), forKey: .entities)
  }

  /// Writes the schema to a file as JSON.
  ///
  /// - Throws: An error of Foundation if the file cannot be written.
  public func save(to toURL: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try encoder.encode(self).write(to: toURL, options: .atomic)
  }

  /// Reads a schema that `save(to:)` wrote.
  ///
  /// - Throws: An error of Foundation if the file cannot be read, `DecodingError` if it does not
  ///   contain a schema.
  public static func load(from fromURL: URL) throws -> Schema {
    try JSONDecoder().decode(Schema.self, from: Data(contentsOf: fromURL))
  }
}
