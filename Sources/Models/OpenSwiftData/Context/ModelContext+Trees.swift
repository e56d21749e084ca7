extension ModelContext {
  /// Groups rows of a class and its subclasses by their actual classes.
  ///
  /// Executes at most one statement, and none if the class has no subclasses.
  ///
  /// - Throws: What the store throws.
  func parts(
    _ keys: [Int64], _ binding: EntityBinding
  ) throws -> [(binding: EntityBinding, keys: [Int64])] {
    guard binding.hasSubclasses, !keys.isEmpty else { return [(binding, keys)] }
    var parts: [(binding: EntityBinding, keys: [Int64])] = []
    func add(_ key: Int64, _ own: EntityBinding) {
      if let place = parts.firstIndex(where: { $0.binding === own }) {
        parts[place].keys.append(key)
      } else {
        parts.append((own, [key]))
      }
    }
    var unknown: [Int64] = []
    for key in keys {
      if let known = instance(key, of: binding) {
        add(key, binding.actual(known))
      } else {
        unknown.append(key)
      }
    }
    let stored = unknown.filter { $0 > 0 }
    let numbers =
      stored.isEmpty ? [:] : try session(binding.store).entityNumbers(of: stored, binding)
    for key in unknown { add(key, numbers[key].flatMap(binding.subclass(number:)) ?? binding) }
    return parts
  }

  /// The identifiers of rows of a class and its subclasses.
  ///
  /// If the store fails to read their classes, they count as rows of the class.
  func identifiers(of keys: [Int64], _ binding: EntityBinding) -> [PersistentIdentifier] {
    guard binding.hasSubclasses else { return keys.map(binding.identifier(of:)) }
    let parts = (try? parts(keys, binding)) ?? [(binding, keys)]
    return parts.flatMap { part in part.keys.map(part.binding.identifier(of:)) }
  }
}
