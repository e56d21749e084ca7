import Foundation
import OpenSwiftData

extension CloudKitDatabase {
  /// The private database that a configuration names by its `cloudKitDatabase`.
  ///
  /// `.private("iCloud.org.example.spots")` names a container. `.automatic` means the first one that an app is
  /// entitled to, and nothing but Apple's systems knows of entitlements, so the caller says which that is. It is nil
  /// for `.none`, and for `.automatic` where that stands for none.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the store.
  ///   - automatic: The container that `.automatic` stands for; nil for none.
  ///   - environment: The version of the container.
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
