/// Gives names that a PostgreSQL person would: lower case, words parted by underscores.
///
/// Each is given once, and none is longer than PostgreSQL keeps, which cuts the rest off without a word.
struct PostgresNames {
  /// How many bytes of a name PostgreSQL keeps.
  static let limit = 63

  /// The columns that each table has by itself.
  static let systemColumns = ["cmax", "cmin", "ctid", "tableoid", "xmax", "xmin"]

  private var taken: Set<String>

  init(reserved: [String] = []) { taken = Set(reserved) }

  /// A name that nobody has yet, close to the one that is wanted; what is wanted twice is numbered.
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

  /// The first characters of a name that fit in so many bytes.
  private static func cut(_ name: String, to limit: Int) -> String {
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
  /// A name of Swift's in snake case: `imageURLs` and `ImageUrls` become `image_urls`.
  ///
  /// Letters without case, digits and underscores stay as they are.
  package var snakeCased: String {
    let characters = Array(self)
    var words = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let follows = characters[index - 1]
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        // The last capital of several begins the word after them, unless a plural ends them.
        let endsCapitals =
          next?.isLowercase == true && !Self.isPlural(next, after: index, characters)
        if !follows.isUppercase || endsCapitals { words.append("_") }
      }
      words += character.lowercased()
    }
    return words
  }

  /// Whether a letter is the `s` of several capitals, as in `URLs`.
  private static func isPlural(
    _ letter: Character?, after index: Int, _ characters: [Character]
  ) -> Bool {
    guard letter == "s", index > 0, characters[index - 1].isUppercase else { return false }
    guard index + 2 < characters.count else { return true }
    return characters[index + 2].isUppercase
  }
}
