extension ModelConfiguration {
  /// The CloudKit database that a store is synced with.
  public struct CloudKitDatabase: Sendable {
    enum Choice: Hashable, Sendable { case automatic, none, named(String) }

    let choice: Choice

    /// The first database that the app is entitled to; none on platforms without CloudKit.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(choice: .automatic) }
    /// No database.
    public static var none: CloudKitDatabase { CloudKitDatabase(choice: .none) }

    /// The private database of the named container.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .named(privateDBName))
    }

    var privateDatabaseName: String? {
      if case .named(let name) = choice { name } else { nil }
    }

    /// Whether the database is whichever one the app is entitled to.
    package var isAutomatic: Bool { choice == .automatic }
  }

  /// The app group whose folder contains a store.
  public struct GroupContainer: Sendable {
    enum Choice: Hashable, Sendable { case automatic, none, named(String) }

    let choice: Choice

    /// The first group that the app is entitled to; if there is none, the app's own folder is used.
    public static var automatic: GroupContainer { GroupContainer(choice: .automatic) }
    /// No group: the app's own folder is used.
    public static var none: GroupContainer { GroupContainer(choice: .none) }

    /// The named group.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(choice: .named(groupName))
    }

    var groupName: String? {
      if case .named(let name) = choice { name } else { nil }
    }
  }
}
