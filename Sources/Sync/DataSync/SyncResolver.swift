import Foundation
import SyncPort

/// Decides which value to keep if both sides set a property, for one property or for all properties
/// of a model.
///
/// A resolver of an entity also applies to its subentities. Resolvers of a property take precedence
/// over those of its model, and resolvers of an entity over those of its superentity. Among several
/// for the same property, the first that returns a value decides. If none does, the value that was
/// set later is kept.
///
/// Members that both sides added to a relationship or removed from it are merged without a
/// resolver.
public struct SyncResolver: Sendable {
  /// The two values of a conflict and their history.
  public struct Conflict: Sendable {
    /// The name of the model's entity, which may be a subentity of the resolver's.
    public let entity: String
    /// The name of the property; a resolver of a whole model may receive properties from a later
    /// version of the program.
    public let property: String
    /// The value before both changes; nil if there was none.
    public let base: SyncValue?
    /// The local value.
    public let mine: SyncValue
    /// The remote value.
    public let theirs: SyncValue
    /// Whether the local value was set later.
    public let mineIsLater: Bool
  }

  let entity: String
  /// The name of the property; nil for all properties.
  let property: String?
  let decide: @Sendable (Conflict) -> SyncValue?

  /// Creates a resolver that decides with a closure.
  ///
  /// Every device must decide alike, whichever side is local. The closure is also called if both
  /// sides set the same value; for sums, that value counts twice.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all attributes and to-one relationships of the
  ///     model.
  ///   - decide: Returns the value to keep; nil for the later one. The later one is also kept if
  ///     the property cannot have the returned value.
  public init(
    _ entity: String, _ property: String? = nil,
    decide: @escaping @Sendable (Conflict) -> SyncValue?
  ) {
    (self.entity, self.property, self.decide) = (entity, property, decide)
  }

  /// Keeps the greater value of numbers, dates, strings and Booleans.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all whose values can be compared.
  /// - Returns: The resolver.
  public static func maximum(_ entity: String, _ property: String? = nil) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      if isLess(conflict.mine, conflict.theirs) { return conflict.theirs }
      return isLess(conflict.theirs, conflict.mine) ? conflict.mine : nil
    }
  }

  /// Keeps the smaller value of numbers, dates, strings and Booleans.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all whose values can be compared.
  /// - Returns: The resolver.
  public static func minimum(_ entity: String, _ property: String? = nil) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      if isLess(conflict.mine, conflict.theirs) { return conflict.mine }
      return isLess(conflict.theirs, conflict.mine) ? conflict.theirs : nil
    }
  }

  /// Adds the increments of both sides to a number.
  ///
  /// The later value is kept if the sum is too large for the property.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all numbers.
  /// - Returns: The resolver.
  public static func sum(_ entity: String, _ property: String? = nil) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      // Without a base, both sides started from zero. Values that are not numbers of the same type
      // have no sum.
      switch (conflict.base ?? .null, conflict.mine, conflict.theirs) {
      case (.null, .integer(let mine), .integer(let theirs)): sum(0, mine, theirs)
      case (.integer(let base), .integer(let mine), .integer(let theirs)): sum(base, mine, theirs)
      case (.null, .real(let mine), .real(let theirs)): sum(0, mine, theirs)
      case (.real(let base), .real(let mine), .real(let theirs)): sum(base, mine, theirs)
      case (.null, .decimal(let mine), .decimal(let theirs)): sum(0, mine, theirs)
      case (.decimal(let base), .decimal(let mine), .decimal(let theirs)): sum(base, mine, theirs)
      default: nil
      }
    }
  }

  /// Keeps the strings of both sides, the earlier one first; a string that the other one contains
  /// is not repeated.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all strings.
  ///   - separator: The string between the two.
  /// - Returns: The resolver.
  public static func bothTexts(
    _ entity: String, _ property: String? = nil, separator: String = "\n"
  ) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      guard case .text(let mine) = conflict.mine, case .text(let theirs) = conflict.theirs else {
        return nil
      }
      switch (mine.contains(theirs), theirs.contains(mine)) {
      // The same characters, possibly in different Unicode representations.
      case (true, true): return nil
      case (true, false): return conflict.mine
      case (false, true): return conflict.theirs
      case (false, false):
        return .text(conflict.mineIsLater ? theirs + separator + mine : mine + separator + theirs)
      }
    }
  }
}

extension SyncResolver {
  /// Whether one value is less than another; false if they cannot be compared.
  private static func isLess(_ left: SyncValue, _ right: SyncValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.date(let left), .date(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.bool(let left), .bool(let right)): !left && right
    default: false
    }
  }

  private static func sum(_ base: Int64, _ mine: Int64, _ theirs: Int64) -> SyncValue? {
    let (sum, isOver) = mine.addingReportingOverflow(theirs)
    let (result, isUnder) = sum.subtractingReportingOverflow(base)
    return isOver || isUnder ? nil : .integer(result)
  }

  private static func sum(_ base: Double, _ mine: Double, _ theirs: Double) -> SyncValue? {
    let result = mine + theirs - base
    return result.isNaN ? nil : .real(result)
  }

  private static func sum(_ base: Decimal, _ mine: Decimal, _ theirs: Decimal) -> SyncValue? {
    let result = mine + theirs - base
    return result.isNaN ? nil : .decimal(result)
  }
}
