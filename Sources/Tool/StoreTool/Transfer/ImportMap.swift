/// The store's names for those in an export, given with `--map`.
///
/// `Itm=Item` renames a file, `Item.nope=title` a property. With nothing after the equals sign, it
/// is not imported.
struct ImportMap {
  /// The store's name for one in the export; nil if it is not imported.
  struct Target: Hashable {
    var name: String?
    /// The option's value as the user wrote it.
    var text: String
  }

  /// The targets, by the name before the equals sign.
  private(set) var targets: [String: Target] = [:]

  init() {}

  /// - Throws: `ToolError` for a text without an equals sign, and for two with the same name.
  init(_ texts: [String]) throws {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw Self.refusal("--map “\(text)” is not of the form NAME=NAME.")
      }
      guard targets[parts[0]] == nil else {
        throw Self.refusal("--map is given twice for “\(parts[0])”.")
      }
      targets[parts[0]] = Target(name: parts[1].isEmpty ? nil : parts[1], text: text)
    }
  }

  static func refusal(_ message: String) -> ToolError {
    .usage(
      message,
      advice: "Write --map Itm=Item, --map Item.nope=title, or --map Item.nope= to leave it out.")
  }

  /// Finds the target for a property of a file, which may be named by the file or by its entity.
  func target(of property: String, in file: String, _ entity: String) -> (key: String, Target)? {
    for key in ["\(file).\(property)", "\(entity).\(property)"] {
      if let target = targets[key] { return (key, target) }
    }
    return nil
  }
}
