/// Two columns with which a row refers to rows of several tables: the name of a class, and the key
/// of a row.
///
/// Rails calls them `commentable_type` and `commentable_id`.
struct PolymorphicPair {
  /// The name of the method that fetches the model.
  let method: String
  let typeColumn: String
  let keyColumn: String
  /// The property with the name, as code.
  let typeValue: String
  let keyProperty: String

  /// The method, in an extension of the class.
  func text(of plan: ClassPlan, _ names: TypeNames) -> CodeText {
    var code = CodeText()
    code.add("extension \(names.model(plan.name)) {")
    code.indent { code in
      code.addDocumentation(
        "The row that the columns `\(typeColumn)` and `\(keyColumn)` refer to; nil if there is none."
      )
      code.add("///")
      code.addDocumentation(
        "- Throws: `SwiftDataError.unknownSchema` if no model has the name in `\(typeColumn)`.",
        indent: "  ")
      code.add(
        "func \(SwiftName.spelled(method))(", ["in context: \(names.swiftData("ModelContext"))"],
        ") throws -> (any \(names.swiftData("PersistentModel")))? {")
      code.indent { code in
        code.add(
          "try context.polymorphicModel(",
          [typeValue, "key: \(SwiftName.spelled(keyProperty))"], ")")
      }
      code.add("}")
    }
    code.add("}")
    return code
  }
}

extension DatabaseTable {
  /// The pairs of columns that look like polymorphic references, with their common words.
  var polymorphicColumns: [(words: NameWords, type: Column, key: Column)] {
    let bound = Set(foreignKeys.flatMap(\.columns) + primaryKey)
    let free = columns.filter { !bound.contains($0.name) && $0.element == nil }
    return free.compactMap { type in
      guard ["text", "varchar"].contains(type.type) || type.enumeration != nil,
        let words = NameWords(type.name).without("type"),
        let key = free.first(where: { NameWords($0.name).without("id") == words }),
        ["int4", "int8", "uuid", "text", "varchar"].contains(key.type)
      else { return nil }
      return (words, type, key)
    }
  }
}
