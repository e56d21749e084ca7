/// The header fields of a request, in the order in which they were sent.
package struct HTTPHeaders: Sendable {
  private var fields: [(name: String, value: String)] = []

  package init() {}

  /// Appends a field; spaces and tabs around the value are removed.
  package mutating func append(_ name: String, _ value: String) {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { !isSpace($0) }.map(value.index(after:)) ?? value.startIndex
    fields.append((name.lowercased(), String(value[..<end].drop(while: isSpace))))
  }

  /// All values of a field, ignoring the case of its name.
  package func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// The first value of a field; nil if it was not sent.
  package subscript(name: String) -> String? { values(of: name).first }

  /// The names in lowercase, including duplicates.
  package var names: [String] { fields.map(\.name) }

  /// All fields, with names in lowercase.
  package var all: [(name: String, value: String)] { fields }
}
