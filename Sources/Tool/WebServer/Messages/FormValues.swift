/// The names and texts of a query or a form, in the order in which they were sent.
public struct FormValues: Sendable, Equatable {
  private var names: [String] = []
  private var texts: [String] = []

  /// Creates an empty form.
  public init() {}

  /// Creates a form from texts by name, sorted by name.
  ///
  /// - Parameter values: The texts.
  public init(_ values: [String: String]) {
    for (name, text) in values.sorted(by: { $0.key < $1.key }) { append(name, text) }
  }

  /// Parses what browsers send for a form (`application/x-www-form-urlencoded`).
  ///
  /// A name without `=` is left out.
  ///
  /// - Parameters:
  ///   - text: The text, as it was sent.
  ///   - place: What it is a part of, for refusals.
  ///   - limit: The maximum number of names.
  ///   - allowsLineBreaks: Whether tabs and line breaks may be in texts.
  /// - Throws: `WebRefusal` if there are too many names, an invalid escape or a control character.
  init(
    _ text: Substring, at place: String, limit: Int, allowsLineBreaks: Bool
  ) throws(WebRefusal) {
    let parts = text.split(separator: "&", maxSplits: limit)
    guard parts.count <= limit else {
      throw WebRefusal(
        400, "too-many-parameters", at: place,
        "The \(place) has more than \(limit) parameters. Send fewer.")
    }
    for part in parts {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Percent.decoded(sides[0], at: place, plusIsSpace: true)
      guard sides.count == 2 else { continue }
      append(
        name,
        try Percent.decoded(
          sides[1], at: "\(place) \(name)", plusIsSpace: true, allowsLineBreaks: allowsLineBreaks))
    }
  }

  /// The number of texts.
  public var count: Int { names.count }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - name: Its name; earlier texts of this name are kept.
  ///   - text: The text.
  public mutating func append(_ name: String, _ text: String) {
    names.append(name)
    texts.append(text)
  }

  /// The first text with a name; nil if there is none.
  ///
  /// Setting it replaces all of that name.
  ///
  /// - Parameter name: The name.
  public subscript(name: String) -> String? {
    get { names.firstIndex(of: name).map { texts[$0] } }
    set {
      for index in names.indices.reversed() where names[index] == name {
        names.remove(at: index)
        texts.remove(at: index)
      }
      if let newValue { append(name, newValue) }
    }
  }

  /// All texts with a name, such as those of checked boxes.
  ///
  /// - Parameter name: The name.
  /// - Returns: The texts, in the order in which they were sent.
  public func texts(of name: String) -> [String] {
    names.indices.filter { names[$0] == name }.map { texts[$0] }
  }

  /// The form as the query of an address.
  public var encoded: String {
    names.indices.map { "\(Percent.encoded(names[$0]))=\(Percent.encoded(texts[$0]))" }
      .joined(separator: "&")
  }
}
