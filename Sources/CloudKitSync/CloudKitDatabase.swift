import Foundation
import SyncHTTP

/// Which zone of which database of which container is synced with.
public struct CloudKitDatabase: Hashable, Sendable {
  /// The version of a container: what is tried out, or what everybody has.
  public enum Environment: String, Hashable, Sendable { case development, production }

  /// Whose database it is.
  public enum Scope: String, Hashable, Sendable {
    /// The database that everybody sees; it has no zones of its own, so that nothing tells what has changed.
    case `public`
    /// The database that the account alone sees.
    case `private`
    /// What others let the account see.
    case shared
  }

  /// The container, such as `iCloud.org.example.spots`.
  public var container: String
  /// The version of the container.
  public var environment: Environment
  /// Whose database it is.
  public var scope: Scope
  /// The name of the zone; Core Data's by default.
  public var zone: String
  /// Whose zone it is: the record name of a user; nil for the account's own.
  public var zoneOwner: String?
  /// The address of the service.
  public var server: URL

  /// The zone in which Core Data keeps what it mirrors.
  public static let coreDataZone = "com.apple.coredata.cloudkit.zone"
  /// Apple's service.
  public static let appleServer: URL = {
    var parts = URLComponents()
    (parts.scheme, parts.host) = ("https", "api.apple-cloudkit.com")
    return parts.url ?? URL(fileURLWithPath: "/")
  }()

  /// Names a database.
  ///
  /// - Parameters:
  ///   - container: The container, such as `iCloud.org.example.spots`.
  ///   - environment: The version of the container.
  ///   - scope: Whose database it is.
  ///   - zone: The name of the zone, which is made where it is missing.
  ///   - zoneOwner: Whose zone it is; needed for the shared database alone.
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
  var recordZone: [String: Any] { zoneID(scope == .public ? "_defaultZone" : zone) }

  /// The zone of the pieces of large values: one of their own where zones can be made.
  var pieceZone: [String: Any] {
    scope == .private ? zoneID("openswiftdata.pieces") : recordZone
  }

  private func zoneID(_ name: String) -> [String: Any] {
    var id: [String: Any] = ["zoneName": name]
    if let zoneOwner { id["ownerRecordName"] = zoneOwner }
    return id
  }

  /// The path of an operation.
  func path(_ operation: String) -> String {
    // Users are asked for in the public database alone.
    let scope = operation.hasPrefix("users/") ? Scope.public : scope
    return "/database/1/\(container)/\(environment.rawValue)/\(scope.rawValue)/\(operation)"
  }

  /// What tells the place from all others.
  var identifier: String {
    let owner = zoneOwner.map { "\($0)/" } ?? ""
    return "cloudkit:\(container)/\(environment.rawValue)/\(scope.rawValue)/\(owner)\(zone)"
  }
}
