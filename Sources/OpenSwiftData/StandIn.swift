import Foundation

// Stands in for what is not merged yet.

public struct PersistentIdentifier: Hashable, Identifiable, Comparable, Codable, Sendable {
  public struct ID: Hashable, Sendable {
    var text: String
  }
  public let id: ID
  public var entityName: String { "" }
  public var storeIdentifier: String? { nil }
  public init(from decoder: any Decoder) throws { id = ID(text: try String(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try id.text.encode(to: encoder) }
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.id.text < rhs.id.text }
}
extension PersistentModel {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var id: ObjectIdentifier { ObjectIdentifier(self) }
}
public class ModelContext {}
public protocol HistoryToken: Comparable, Decodable, Encodable, Hashable, Identifiable, Sendable {
  associatedtype TokenType: Decodable, Encodable, Hashable, Sendable
  var tokenValue: TokenType? { get }
}
public struct DefaultSnapshot: DataStoreSnapshot {
  public let persistentIdentifier: PersistentIdentifier
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier = backingData.persistentModelID ?? { preconditionFailure() }()
  }
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> DefaultSnapshot { self }
}
public final class DefaultStore: DataStore {
  public typealias Configuration = ModelConfiguration
  public typealias Snapshot = DefaultSnapshot
  public var identifier: String { "" }
  public let schema = Schema()
  public let configuration: ModelConfiguration
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
  }
  public func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<
    T, DefaultSnapshot
  > { throw DataStoreError.unsupportedFeature }
  public func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  { throw DataStoreError.unsupportedFeature }
}
