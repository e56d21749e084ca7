/// The header fields of a request, in the order in which they were sent.
public struct WebHeaders: Sendable {
  private var fields: [(name: String, value: String)] = []

  /// Creates headers without fields.
  public init() {}

  /// Appends a field; spaces and tabs around the value are removed.
  ///
  /// - Parameters:
  ///   - name: The name, in any case.
  ///   - value: The value.
  public mutating func append(_ name: String, _ value: String) {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = value.lastIndex { !isSpace($0) }.map(value.index(after:)) ?? value.startIndex
    fields.append((name.lowercased(), String(value[..<end].drop(while: isSpace))))
  }

  /// All values of a field.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The values, in the order in which they were sent.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// The first value of a field; nil if it was not sent.
  ///
  /// - Parameter name: The name, in any case.
  public subscript(name: String) -> String? { values(of: name).first }

  /// All fields, with names in lowercase.
  public var all: [(name: String, value: String)] { fields }
}
