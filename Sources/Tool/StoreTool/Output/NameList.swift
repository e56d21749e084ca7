/// Lists names in a message: all if they are few, otherwise those closest to a wrong one.
enum NameList {
  private static let limit = 24

  /// Advice for the name of an entity that does not exist.
  static func entities(_ names: [String], like wrong: String) -> String {
    names.isEmpty
      ? "Give the place of another store or model; this one has no entities."
      : "Use one of its entities: \(text(names, like: wrong))."
  }

  static func text(_ names: [String], like wrong: String) -> String {
    let sorted = names.sorted()
    guard sorted.count > limit else { return sorted.joined(separator: ", ") }
    let word = wrong.lowercased()
    let start = word.prefix(3)
    var shown = sorted.filter { $0.lowercased() == word }
    shown += sorted.filter { $0.lowercased().contains(word) && !shown.contains($0) }
    shown += sorted.filter { $0.lowercased().hasPrefix(start) && !shown.contains($0) }
    if shown.isEmpty { shown = sorted }
    shown = Array(shown.prefix(limit))
    let rest = sorted.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
