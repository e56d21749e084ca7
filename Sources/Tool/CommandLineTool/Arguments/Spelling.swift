/// Suggests corrections for misspelled names.
public enum Spelling {
  /// The name most similar to a misspelled one; nil if none is similar.
  ///
  /// Case is ignored. Two swapped letters count as one mistake.
  ///
  /// - Complexity: The product of the lengths, for each name of about the same length.
  package static func closest(to wrong: String, among names: some Sequence<String>) -> String? {
    let word = Array(wrong.lowercased().prefix(lengthLimit))
    // Short words must match more closely: half of the letters may not be wrong.
    let limit = max(1, word.count / 3)
    var best: (distance: Int, name: String)?
    for name in names {
      let other = Array(name.lowercased().prefix(lengthLimit))
      guard abs(other.count - word.count) <= limit else { continue }
      let distance = distance(word, other)
      guard distance <= limit, distance < max(word.count, 1) else { continue }
      if let known = best, (known.distance, known.name) <= (distance, name) { continue }
      best = (distance, name)
    }
    return best?.name
  }

  /// The name that matches exactly, or else the only one that matches when case is ignored.
  public static func match(_ name: String, among names: some Sequence<String>) -> String? {
    var alike: [String] = []
    for other in names {
      if other == name { return other }
      if other.lowercased() == name.lowercased() { alike.append(other) }
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// A question that suggests the most similar name, preceded by a space; empty if none is similar.
  public static func question(_ wrong: String, among names: some Sequence<String>) -> String {
    closest(to: wrong, among: names).map { " Did you mean \($0)?" } ?? ""
  }

  private static let lengthLimit = 100

  /// The edit distance: how many letters to insert, delete, replace or swap with their neighbors.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var next = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var cost = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
