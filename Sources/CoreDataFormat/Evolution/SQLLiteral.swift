import DataSchema
import Foundation
import SQLCore

extension SQLValue {
  /// The value as SQL text, for statements that show what they do.
  var literal: String {
    switch stored {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value):
      // Bound values have the bytes of NaN too, which SQLite cannot store as a number.
      value.isNaN
        ? SQLValue.blob(withUnsafeBytes(of: value.bitPattern.bigEndian) { Data($0) }).literal
        : value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : "\(value)"
    case .text(let text):
      // A literal ends at the character NUL.
      text.utf8.contains(0)
        ? "CAST(\(SQLValue.blob(Data(text.utf8)).literal) AS TEXT)"
        : text.quoted(by: "'")
    case .blob(let bytes): "x'" + bytes.map { String(format: "%02x", $0) }.joined() + "'"
    // There are no others that are stored.
    case .bool, .date, .uuid, .decimal: "NULL"
    }
  }
}

extension SQLStatement {
  /// The text with the values in place of their parameters.
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
  /// What a new row gets, as SQL in a statement that reads a row with a key.
  var expression: String {
    switch self {
    case .integer(let value): SQLValue.integer(value).literal
    case .real(let value): SQLValue.real(value).literal
    case .text(let text): SQLValue.text(text).literal
    case .bytes(let bytes): SQLValue.blob(bytes).literal
    // The key makes it another call for every row.
    case .newUUID: "\(EvolutionFunction.newUUID.rawValue)(Z_PK)"
    }
  }
}

/// Functions that a connection must have for a store to be taken from one schema to another.
package enum EvolutionFunction: String, CaseIterable, Sendable {
  /// Makes of plain bytes what a column with external storage holds.
  case toExternal = "OPENSWIFTDATA_TO_EXTERNAL"
  /// Makes plain bytes of what a column with external storage holds.
  case fromExternal = "OPENSWIFTDATA_FROM_EXTERNAL"
  /// A new UUID, for whatever key.
  case newUUID = "OPENSWIFTDATA_NEW_UUID"
}
