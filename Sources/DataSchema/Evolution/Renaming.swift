/// Which things of one version are which things of the version before.
struct Renaming {
  /// Something with a name now, and perhaps with a name that it had.
  struct Element {
    var name: String
    var originalName: String?

    init(_ name: String, _ originalName: String?) {
      self.name = name
      self.originalName = originalName == name ? nil : originalName
    }
  }

  /// The name before, by the name now.
  private(set) var sources: [String: String] = [:]
  /// Names now whose name before another claims, with that name.
  private(set) var contested: [String: String] = [:]
  private var claimed: Set<String> = []

  /// Matches those that say what they were called first, then those of equal names.
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

  /// What a renamed thing was: itself where it was renamed before already, what had its original
  /// name, or what had the same one.
  private static func origin(of target: Element, in sources: [Element]) -> String? {
    let found =
      sources.first { $0.name == target.name && $0.originalName == target.originalName }
      ?? sources.first { $0.name == target.originalName }
      ?? sources.first { $0.originalName == target.originalName }
    return found?.name
  }
}
