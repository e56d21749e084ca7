/// The correspondence between the elements of two versions.
struct Renaming {
  /// An element with its name and, possibly, an original name.
  struct Element {
    var name: String
    var originalName: String?

    init(_ name: String, _ originalName: String?) {
      self.name = name
      self.originalName = originalName == name ? nil : originalName
    }
  }

  /// The previous names by the new names.
  private(set) var sources: [String: String] = [:]
  /// New names whose previous name was also claimed by another, with that previous name.
  private(set) var contested: [String: String] = [:]
  private var claimed: Set<String> = []

  /// Matches elements with original names first, then those with equal names.
  init(from sources: [Element], to targets: [Element]) {
    let sources = sources.sorted { $0.name.precedesByCodeUnits($1.name) }
    let targets = targets.sorted { $0.name.precedesByCodeUnits($1.name) }
    for target in targets where target.originalName != nil {
      guard let source = Self.origin(of: target, in: sources) else { continue }
      if claimed.insert(source).inserted {
        self.sources[target.name] = source
      } else {
        contested[target.name] = source
      }
    }
    let names = Set(sources.map(\.name))
    for target in targets
    where self.sources[target.name] == nil && contested[target.name] == nil
      && names.contains(target.name) && claimed.insert(target.name).inserted
    {
      self.sources[target.name] = target.name
    }
  }

  /// Returns the origin of a renamed element.
  ///
  /// The origin is the element with the same name and original name, otherwise the one with the
  /// target's original name as its name, otherwise the one with the same original name.
  private static func origin(of target: Element, in sources: [Element]) -> String? {
    let found =
      sources.first { $0.name == target.name && $0.originalName == target.originalName }
      ?? sources.first { $0.name == target.originalName }
      ?? sources.first { $0.originalName == target.originalName }
    return found?.name
  }
}
