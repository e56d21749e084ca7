/// Generates names that follow PostgreSQL's conventions: lowercase, with words separated by
/// underscores.
///
/// Names are unique, and not longer than PostgreSQL's limit, beyond which it silently truncates
/// them.
package struct PostgresNames {
  /// The maximum length of a name, in bytes.
  static let limit = 63

  /// The system columns of every table.
  static let systemColumns = ["cmax", "cmin", "ctid", "tableoid", "xmax", "xmin"]

  private var taken: Set<String>

  init(reserved: [String] = []) { taken = Set(reserved) }

  /// A unique name close to the wanted one; a number is appended if necessary.
  mutating func allocate(_ wanted: String) -> String {
    var name = Self.cut(wanted.isEmpty ? "_" : wanted, to: Self.limit)
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      let suffix = "_\(number)"
      name = Self.cut(wanted, to: Self.limit - suffix.utf8.count) + suffix
    }
    return name
  }

  /// The longest prefix of a name that fits into a number of bytes.
  package static func cut(_ name: String, to limit: Int = limit) -> String {
    guard name.utf8.count > limit else { return name }
    var kept = ""
    for character in name {
      guard kept.utf8.count + character.utf8.count <= limit else { break }
      kept.append(character)
    }
    return kept
  }
}

extension String {
  /// A Swift name in snake case: `imageURLs` and `ImageUrls` become `image_urls`.
  ///
  /// Letters without case, digits and underscores are unchanged.
  package var snakeCased: String {
    let characters = Array(self)
    var words = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let follows = characters[index - 1]
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        // The last of several capitals begins the next word, unless a plural follows them.
        let endsCapitals =
          next?.isLowercase == true && !Self.isPlural(next, after: index, characters)
        if !follows.isUppercase || endsCapitals { words.append("_") }
      }
      words += character.lowercased()
    }
    return words
  }

  /// Whether a letter is a plural `s` after several capitals, as in `URLs`.
  private static func isPlural(
    _ letter: Character?, after index: Int, _ characters: [Character]
  ) -> Bool {
    guard letter == "s", index > 0, characters[index - 1].isUppercase else { return false }
    guard index + 2 < characters.count else { return true }
    return characters[index + 2].isUppercase
  }
}
