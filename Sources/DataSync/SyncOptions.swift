import SyncPort

/// How an engine syncs.
public struct SyncOptions: Sendable {
  /// What to do with a record that was deleted on one side and changed on the other.
  public enum DeletionPolicy: Sendable {
    /// The record stays, with what was changed; the default.
    case keepsChanges
    /// The record goes.
    case deletes
  }

  /// What to do when another account is signed in than the one that the store was synced with.
  public enum AccountPolicy: Sendable {
    /// Nothing is synced before the program decides: `syncNow()` throws `SyncError` of the kind
    /// `accountChanged`; the default.
    case asks
    /// What the former account has goes from the store, with the changes of it that were never sent; what the account
    /// never had stays, with the rows that this cannot be without.
    ///
    /// Ask first, as ``asks`` does: the error says how many records have changes that were never sent.
    case keepsApart
    /// All that the store has goes to the new account too.
    case merges
  }

  /// When large values come, those of more than 16 KiB.
  public enum LargeValuePolicy: Sendable {
    /// With the sync that brings their records; the default.
    case fetched
    /// When the program asks for them; see ``SyncEngine/absentLargeValues(of:)``.
    ///
    /// Until then a property has what it had, and in a new model nil, or empty data where it cannot be nil. That is
    /// not sent to anybody; what is set by the program is.
    case onDemand
  }

  /// The name of the configuration whose store is synced; nil for the container's only one.
  public var configuration: String?
  /// How values are brought together that were set on both sides; see ``SyncResolver``.
  public var resolvers: [SyncResolver] = []
  /// What to do with a record that was deleted on one side and changed on the other.
  public var deletions = DeletionPolicy.keepsChanges
  /// What to do when another account is signed in.
  public var account = AccountPolicy.asks
  /// When large values come.
  public var largeValues = LargeValuePolicy.fetched
  /// How many seconds a started engine waits from one sync to the next, if nothing is saved meanwhile.
  public var interval: Double = 60
  /// How many seconds a sync waits for another process that syncs the same store.
  public var patience: Double = 30

  /// Whether models may break the rules that the server has for them; false unless it is set.
  ///
  /// CloudKit's are Core Data's: no unique constraints, values that are optional or have defaults, relationships
  /// with inverses. A store that is synced by this library alone may break them; one that shares a container
  /// with an app on Apple's systems may not, since that app could not open it.
  public var ignoresModelRules = false

  /// Makes options with their defaults.
  public init() {}
}

/// How the values of one property are brought together that were set on both sides.
public struct SyncResolver: Sendable {
  /// What is known of two values.
  public struct Conflict: Sendable {
    /// The name of the entity.
    public let entity: String
    /// The name of the property.
    public let property: String
    /// What both began with; nil where there was nothing.
    public let base: SyncValue?
    /// What was set here.
    public let mine: SyncValue
    /// What was set elsewhere.
    public let theirs: SyncValue
    /// Whether what was set here was set later.
    public let mineIsLater: Bool
  }

  let entity: String
  let property: String
  let decide: @Sendable (Conflict) -> SyncValue?

  /// Decides by a closure of one's own.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property.
  ///   - decide: The value that counts; nil for the later one. Every device has to decide alike.
  public init(
    _ entity: String, _ property: String,
    decide: @escaping @Sendable (Conflict) -> SyncValue?
  ) {
    (self.entity, self.property, self.decide) = (entity, property, decide)
  }

  /// The greater value counts.
  public static func maximum(_ entity: String, _ property: String) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      isLess(conflict.mine, conflict.theirs).map { $0 ? conflict.theirs : conflict.mine }
    }
  }

  /// The lesser value counts.
  public static func minimum(_ entity: String, _ property: String) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      isLess(conflict.mine, conflict.theirs).map { $0 ? conflict.mine : conflict.theirs }
    }
  }

  /// What both sides added to a number is added up.
  public static func sum(_ entity: String, _ property: String) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      switch (conflict.base ?? .null, conflict.mine, conflict.theirs) {
      case (let base, .integer(let mine), .integer(let theirs)):
        var start: Int64 = 0
        if case .integer(let value) = base { start = value }
        // What overflows cannot be added up; the later value counts.
        let (sum, isOver) = mine.addingReportingOverflow(theirs)
        let (result, isUnder) = sum.subtractingReportingOverflow(start)
        return isOver || isUnder ? nil : .integer(result)
      case (let base, .real(let mine), .real(let theirs)):
        var start = 0.0
        if case .real(let value) = base { start = value }
        return .real(mine + theirs - start)
      case (let base, .decimal(let mine), .decimal(let theirs)):
        if case .decimal(let start) = base { return .decimal(mine + theirs - start) }
        return .decimal(mine + theirs)
      default: return nil
      }
    }
  }

  /// Both texts are kept, the earlier one first.
  public static func bothTexts(
    _ entity: String, _ property: String, separator: String = "\n"
  ) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      guard case .text(let mine) = conflict.mine, case .text(let theirs) = conflict.theirs else {
        return nil
      }
      if mine.contains(theirs) { return conflict.mine }
      if theirs.contains(mine) { return conflict.theirs }
      return .text(
        conflict.mineIsLater ? theirs + separator + mine : mine + separator + theirs)
    }
  }

  /// Whether one value is less than another; nil where they cannot be compared.
  private static func isLess(_ left: SyncValue, _ right: SyncValue) -> Bool? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.bool(let left), .bool(let right)): !left && right
    default: nil
    }
  }
}
