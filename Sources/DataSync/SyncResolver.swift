import Foundation
import SyncPort

/// How values are brought together that were set on both sides: those of one property, or of all that a model has.
///
/// What a resolver is told of an entity goes for those that inherit from it too. Where there are resolvers of a property,
/// those of its model are not asked; where there are some of an entity, those of the one that it inherits from are not.
/// Of several for the same the first counts that decides, and where none does the value that was set later.
///
/// Members that were added to a relationship or taken away on both sides are brought together by themselves.
public struct SyncResolver: Sendable {
  /// What is known of two values.
  public struct Conflict: Sendable {
    /// The name of the entity that the model is of, which may inherit from the resolver's.
    public let entity: String
    /// The name of the property; one of a later version of the program may be among those of a model.
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
  /// Nil for all properties.
  let property: String?
  let decide: @Sendable (Conflict) -> SyncValue?

  /// Decides by a closure of one's own.
  ///
  /// Every device has to decide alike, whichever side is its own. The closure is also asked where both sides have set the
  /// same, which counts twice where values are added up.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all that the model has, attributes and to-one relationships.
  ///   - decide: The value that counts; nil for the later one, which also counts where the property cannot have the value.
  public init(
    _ entity: String, _ property: String? = nil,
    decide: @escaping @Sendable (Conflict) -> SyncValue?
  ) {
    (self.entity, self.property, self.decide) = (entity, property, decide)
  }

  /// The greater value counts, of numbers, dates, texts and truth values.
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

  /// The lesser value counts, of numbers, dates, texts and truth values.
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

  /// What both sides added to a number is added up.
  ///
  /// The later value counts where the sum is too large for the property.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all numbers.
  /// - Returns: The resolver.
  public static func sum(_ entity: String, _ property: String? = nil) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      // Where there was nothing, both began with zero; what is no number of the same kind says nothing.
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

  /// Both texts are kept, the earlier one first; one that the other contains is not repeated.
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - property: The name of the property; nil for all texts.
  ///   - separator: What stands between them.
  /// - Returns: The resolver.
  public static func bothTexts(
    _ entity: String, _ property: String? = nil, separator: String = "\n"
  ) -> SyncResolver {
    SyncResolver(entity, property) { conflict in
      guard case .text(let mine) = conflict.mine, case .text(let theirs) = conflict.theirs else {
        return nil
      }
      switch (mine.contains(theirs), theirs.contains(mine)) {
      // The same characters, maybe in another spelling.
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
  /// Whether one value is less than another; of two that cannot be compared neither is.
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
