extension SQLDialect {
  /// The text and parameters of `fragment`.
  ///
  /// - Complexity: O(length of the text).
  package func render(_ fragment: SQLFragment) -> SQLStatement {
    var text = ""
    var values: [SQLValue] = []
    func place(_ value: SQLValue) -> String {
      values.append(value)
      return parameter(values.count)
    }
    for piece in fragment.pieces {
      switch piece {
      case .raw(let raw): text += raw
      case .name(let name), .table(let name): text += quoted(name)
      case .column(let table, let name): text += quoted(table) + "." + quoted(name)
      case .value(let value): text += place(value)
      case .typedValue(let value, let like): text += place(bound(value)) + type(of: like)
      case .isOne(let list):
        let parameter = place(.text(list.json(for: features.listRows)))
        let rows = rows(of: list, in: parameter)
        text +=
          features.comparesListsAsArrays
          ? "\(list.isNegated ? "<> ALL" : "= ANY") (ARRAY(\(rows)))"
          : "\(list.isNegated ? "NOT IN" : "IN") (\(rows))"
      case .elements(let elements):
        let list = SQLList(elements)
        let parameter = place(.text(list.json(for: features.listRows)))
        text += "(\(rows(of: list, in: parameter)))"
      case .isSame: text += isSame
      case .order(let isDescending): text += order(isDescending: isDescending)
      case .collation(let name): text += collation(name)
      case .comparedText(let side, let name): text += comparedText(side, name)
      case .comparedDecimal(let side, let key): text += comparedDecimal(side, key)
      case .byBytes: text += features.comparesNormalForms ? " COLLATE \"C\"" : ""
      case .function(let name): text += name
      case .truth(let value):
        switch features.truthWords {
        case .integers: text += value ? "1" : "0"
        case .words: text += value ? "TRUE" : "FALSE"
        }
      case .isNumber(let orNull): text += isNumber(orNull: orNull)
      case .range(let limit, let offset):
        let limit = place(self.limit(limit))
        text += " LIMIT \(limit) OFFSET \(place(.integer(Int64(offset))))"
      }
    }
    return SQLStatement(text, values)
  }

  /// The value in the form that the database accepts: not all support NaN.
  private func bound(_ value: SQLValue) -> SQLValue {
    guard case .real(let number) = value, features.notANumber == .bytes else { return value }
    return .number(number)
  }

  /// A cast that gives a parameter the type of a value, for databases that infer parameter types.
  private func type(of value: SQLValue) -> String {
    guard features.infersParameterTypes else { return "" }
    return switch value {
    case .null: ""
    case .bool: "::boolean"
    case .integer: "::bigint"
    case .real: "::double precision"
    case .decimal: "::numeric"
    case .text: "::text COLLATE \"C\""
    case .date: "::timestamptz"
    case .uuid: "::uuid"
    case .blob: "::bytea"
    }
  }

  private func collation(_ name: String) -> String {
    "COLLATE \(bareNames == .none ? quoted(name) : name)"
  }

  private func comparedText(_ side: SQLFragment.Side, _ collation: String?) -> String {
    switch (side, features.comparesNormalForms) {
    case (.before, true): "normalize("
    case (.after, true): ", NFC) COLLATE \"C\""
    case (.before, false): ""
    case (.after, false): collation.map { " " + self.collation($0) } ?? ""
    }
  }

  private func comparedDecimal(_ side: SQLFragment.Side, _ key: String) -> String {
    switch (side, features.comparesDecimals) {
    case (.before, true): "nullif("
    case (.after, true): ", 'NaN')"
    case (.before, false): key + "("
    case (.after, false): ")"
    }
  }

  private var isSame: String {
    switch features.nullSafeEquality {
    case .plainIs: "IS"
    case .isNotDistinctFrom: "IS NOT DISTINCT FROM"
    }
  }

  private func isNumber(orNull: Bool) -> String {
    switch features.notANumber {
    case .bytes: orNull ? "< x'' IS NOT 0" : "< x''"
    case .number: orNull ? "::text IS DISTINCT FROM 'NaN'" : "::text <> 'NaN'"
    }
  }

  /// The end of a term of ORDER BY, so that NULL, which represents nil, is less than any value.
  private func order(isDescending: Bool) -> String {
    let direction = isDescending ? " DESC" : ""
    switch features.nullOrder {
    case .least: return direction
    case .greatest: return direction + (isDescending ? " NULLS LAST" : " NULLS FIRST")
    }
  }

  /// A SELECT of the elements of a list in a parameter.
  private func rows(of list: SQLList, in parameter: String) -> String {
    let element = list.decoding("value", for: features.listRows)
    return switch features.listRows {
    case .jsonEach: "SELECT \(element) FROM json_each(\(parameter))"
    case .jsonArrayElements:
      "SELECT \(element) FROM json_array_elements_text(\(parameter)::json) AS value"
    }
  }
}
