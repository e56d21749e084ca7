import Foundation
import OpenSwiftData

extension CloudKitDatabase {
  /// Creates the private database that the `cloudKitDatabase` of a configuration specifies.
  ///
  /// `.private("iCloud.org.example.spots")` names a container. `.automatic` means the first
  /// container in an app's entitlements; these exist only on Apple's systems, so the caller
  /// specifies it. The result is nil for `.none`, and for `.automatic` without a container.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the store.
  ///   - automatic: The container that `.automatic` means; nil for none.
  ///   - environment: The environment of the container.
  ///   - server: The address of the service.
  public init?(
    _ configuration: ModelConfiguration, automatic: String? = nil, environment: Environment,
    server: URL = CloudKitDatabase.appleServer
  ) {
    let named = configuration.cloudKitContainerIdentifier
    let container = configuration.cloudKitDatabase.isAutomatic ? automatic : named
    guard let container else { return nil }
    self.init(container: container, environment: environment, server: server)
  }
}
