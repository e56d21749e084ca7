/// Finds what somebody meant who misspelled a name.
enum Spelling {
  /// The name that is most like a wrong one; nil where none is like it.
  ///
  /// Capitals do not count. Of two letters that changed places, one is wrong.
  ///
  /// - Complexity: The product of the lengths, for each name of about the same length.
  static func closest(to wrong: String, among names: some Sequence<String>) -> String? {
    let word = Array(wrong.lowercased().prefix(lengthLimit))
    // Of a short word half may not be wrong.
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

  /// The name that is written so, or else the only one that differs in capitals alone.
  static func match(_ name: String, among names: some Sequence<String>) -> String? {
    var alike: [String] = []
    for other in names {
      if other == name { return other }
      if other.lowercased() == name.lowercased() { alike.append(other) }
    }
    return alike.count == 1 ? alike[0] : nil
  }

  /// A question after the name that is most like a wrong one, with a blank before it; empty where none is.
  static func question(_ wrong: String, among names: some Sequence<String>) -> String {
    closest(to: wrong, among: names).map { " Did you mean \($0)?" } ?? ""
  }

  private static let lengthLimit = 100

  /// How many letters have to be written, left out, replaced or exchanged with their neighbours.
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
