extension ModelConfiguration {
  /// Which CloudKit database a store is synced with.
  public struct CloudKitDatabase: Sendable {
    enum Choice: Hashable, Sendable { case automatic, none, named(String) }

    let choice: Choice

    /// The first that the app is entitled to; none where there is no CloudKit.
    public static var automatic: CloudKitDatabase { CloudKitDatabase(choice: .automatic) }
    /// None.
    public static var none: CloudKitDatabase { CloudKitDatabase(choice: .none) }

    /// The private database of the named container.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .named(privateDBName))
    }

    var privateDatabaseName: String? {
      if case .named(let name) = choice { name } else { nil }
    }

    /// Whether it is whichever database the app is entitled to.
    package var isAutomatic: Bool { choice == .automatic }
  }

  /// In which app group's folder a store is.
  public struct GroupContainer: Sendable {
    enum Choice: Hashable, Sendable { case automatic, none, named(String) }

    let choice: Choice

    /// That of the first group that the app is entitled to; the app's own where there is none.
    public static var automatic: GroupContainer { GroupContainer(choice: .automatic) }
    /// The app's own.
    public static var none: GroupContainer { GroupContainer(choice: .none) }

    /// That of the named group.
    public static func identifier(_ groupName: String) -> GroupContainer {
      GroupContainer(choice: .named(groupName))
    }

    var groupName: String? {
      if case .named(let name) = choice { name } else { nil }
    }
  }
}
