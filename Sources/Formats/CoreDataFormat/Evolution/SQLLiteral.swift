import DataSchema
import Foundation
import SQLCore

extension SQLValue {
  /// The value as SQL text, for statements that are shown to users.
  var literal: String {
    switch stored {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value):
      // SQLite cannot store NaN as a number, so its bytes are stored; bound values do the same.
      value.isNaN
        ? SQLValue.blob(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) }).literal
        : value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : "\(value)"
    case .text(let text):
      // A literal would end at a NUL character.
      text.utf8.contains(0)
        ? "CAST(\(SQLValue.blob(Data(text.utf8)).literal) AS TEXT)"
        : text.quoted(by: "'")
    case .blob(let bytes): "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
    // Other types are never stored.
    case .bool, .date, .uuid, .decimal: "NULL"
    }
  }
}

extension SQLStatement {
  /// The statement's text with values in place of parameters.
  var literalText: String {
    var values = self.values[...]
    var quote: Unicode.Scalar?
    var result = ""
    for character in text.unicodeScalars {
      if character == "?", quote == nil, let value = values.popFirst() {
        result += value.literal
        continue
      }
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

extension DefaultValue {
  /// The default value for a new row, as SQL in a statement that reads a row with a key.
  var expression: String {
    switch self {
    case .integer(let value): SQLValue.integer(value).literal
    case .real(let value): SQLValue.real(value).literal
    case .text(let text): SQLValue.text(text).literal
    case .bytes(let bytes): SQLValue.blob(bytes).literal
    // The argument makes SQLite call the function for every row.
    case .newUUID: "\(EvolutionFunction.newUUID.rawValue)(Z_PK)"
    }
  }
}

/// SQL functions that a connection must have for migrations.
package enum EvolutionFunction: String, CaseIterable, Sendable {
  /// Converts plain bytes to the form that columns with external storage hold.
  case toExternal = "OPENSWIFTDATA_TO_EXTERNAL"
  /// Converts the contents of a column with external storage to plain bytes.
  case fromExternal = "OPENSWIFTDATA_FROM_EXTERNAL"
  /// Returns a new UUID, and ignores its argument.
  case newUUID = "OPENSWIFTDATA_NEW_UUID"
}
