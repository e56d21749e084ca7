/// The column `type` of a table with rows of several classes, as Rails uses it.
struct ClassColumn {
  static let name = "type"

  /// The text for the class of the table itself; nil if rows do not contain it.
  let baseName: String?
  /// The names of the classes that inherit from it, as the column contains them, sorted.
  let subclassNames: [String]

  /// Nil unless all texts are names of classes, and there are several classes.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - base: The name of the table's class in Swift.
  init?(_ table: DatabaseTable, base: String) {
    guard table.hasTypeColumn, let column = table.column(Self.name), !column.isComputed,
      column.name != table.primaryKey.first,
      !table.foreignKeys.contains(where: { $0.columns.contains(Self.name) })
    else { return nil }
    let allowed =
      column.enumeration?.cases
      ?? table.checks.lazy.compactMap { $0.allowedTexts(of: Self.name) }.first ?? []
    let names = Set((table.rowTypes ?? []).compactMap(\.self) + allowed)
    guard names.allSatisfy(Self.isClassName) else { return nil }
    baseName = names.sorted().first { NameWords($0).type == base }
    subclassNames = names.filter { NameWords($0).type != base }.sorted()
    let hasBase = baseName != nil || table.rowTypes?.contains(nil) == true
    guard subclassNames.count + (hasBase ? 1 : 0) > 1 else { return nil }
  }

  /// Whether a text is the name of a class in Ruby's style, such as `Car` or `Shop::Car`.
  private static func isClassName(_ text: String) -> Bool {
    let parts = text.split(separator: "::", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.unicodeScalars.first, first.properties.isUppercase else {
        return false
      }
      return part.unicodeScalars.contains { $0.properties.isLowercase }
        && part.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }
  }
}

extension DatabaseTable {
  /// Whether the column `type` may contain the class of each row.
  package var hasTypeColumn: Bool {
    guard ["r", "p"].contains(kind), let column = column(ClassColumn.name) else { return false }
    return column.enumeration != nil && column.element == nil
      || ["text", "varchar"].contains(column.type)
  }
}

/// A class of rows in the table of another class.
struct MappedSubclass {
  var plan: ClassPlan
  /// The text in the class column.
  let className: String

  /// The text for the mapping; nil if it is the name of the class.
  var mappedName: String? { className == plan.name ? nil : className }
}
