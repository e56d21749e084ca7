import Foundation
import SyncHTTP

/// The container, database and zone to sync with.
public struct CloudKitDatabase: Hashable, Sendable {
  /// The environment of a container: for development, or for all users.
  public enum Environment: String, Hashable, Sendable { case development, production }

  /// The scope of a database.
  public enum Scope: String, Hashable, Sendable {
    /// The database that everybody can see; it has no custom zones, so its changes cannot be
    /// fetched.
    case `public`
    /// The database that only the account can see.
    case `private`
    /// The data that others share with the account.
    case shared
  }

  /// The container, such as `iCloud.org.example.spots`.
  public var container: String
  /// The environment of the container.
  public var environment: Environment
  /// The scope of the database.
  public var scope: Scope
  /// The name of the zone; by default, the one that Core Data uses.
  public var zone: String
  /// The owner of the zone, as the record name of a user; nil for the account itself.
  public var zoneOwner: String?
  /// The address of the service.
  public var server: URL

  /// The zone in which Core Data stores mirrored data.
  public static let coreDataZone = "com.apple.coredata.cloudkit.zone"
  /// Apple's service.
  public static let appleServer: URL = {
    var parts = URLComponents()
    (parts.scheme, parts.host) = ("https", "api.apple-cloudkit.com")
    return parts.url ?? URL(fileURLWithPath: "/")
  }()

  /// Creates a description of a database.
  ///
  /// - Parameters:
  ///   - container: The container, such as `iCloud.org.example.spots`.
  ///   - environment: The environment of the container.
  ///   - scope: The scope of the database.
  ///   - zone: The name of the zone, which is created if it is missing.
  ///   - zoneOwner: The owner of the zone; needed only for the shared database.
  ///   - server: The address of the service.
  public init(
    container: String, environment: Environment, scope: Scope = .private,
    zone: String = CloudKitDatabase.coreDataZone, zoneOwner: String? = nil,
    server: URL = CloudKitDatabase.appleServer
  ) {
    (self.container, self.environment, self.scope) = (container, environment, scope)
    (self.zone, self.zoneOwner) = (zone, zoneOwner)
    self.server = HTTPAddress.withoutUser(server)
  }

  /// The zone of the records, as requests name it.
  var recordZone: JSONValue { zoneID(scope == .public ? "_defaultZone" : zone) }

  /// The zone of the pieces of large values: a separate one if zones can be created.
  var pieceZone: JSONValue {
    scope == .private ? zoneID("openswiftdata.pieces") : recordZone
  }

  private func zoneID(_ name: String) -> JSONValue {
    var id: [String: JSONValue] = ["zoneName": .string(name)]
    id["ownerRecordName"] = zoneOwner.map(JSONValue.string)
    return .object(id)
  }

  /// Returns the path of an operation.
  func path(_ operation: String) -> String {
    // Users can be requested only in the public database.
    let scope = operation.hasPrefix("users/") ? Scope.public : scope
    return "/database/1/\(container)/\(environment.rawValue)/\(scope.rawValue)/\(operation)"
  }

  /// Distinguishes the server location from all others.
  var identifier: String {
    let owner = zoneOwner.map { "\($0)/" } ?? ""
    return "cloudkit:\(container)/\(environment.rawValue)/\(scope.rawValue)/\(owner)\(zone)"
  }
}
