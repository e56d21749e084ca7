/// The value types that the classes of a model need, with distinct names.
struct ValueTypes: Sendable {
  private(set) var all: [ValueType] = []
  private var taken: Set<String>
  /// Indexes of types, by preferred name.
  private var places: [String: [Int]] = [:]

  /// - Parameter taken: Names that other types already have.
  init(taken: Set<String>) { self.taken = taken }

  /// Finds or adds a type with a form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - preferred: The preferred name; nil if the model does not have one.
  ///   - property: The property with values of the type.
  ///   - owner: The entity with the property.
  ///   - isEnumeration: Whether the type replaces an enumeration whose cases are unknown.
  ///   - ignoresOptionals: Whether optional and required members are treated as equal.
  /// - Returns: The name of an existing type or of a new one.
  mutating func name(
    of form: ValueType.Form, preferred: String?, property: String, owner: String,
    isEnumeration: Bool, ignoresOptionals: Bool
  ) -> String {
    let plain = preferred ?? SwiftName.type(from: property) ?? "Value"
    let wish = SwiftName.spelled(plain) == plain ? plain : plain + "Value"
    for place in places[wish] ?? [] {
      let type = all[place]
      let isSame =
        ignoresOptionals
        ? type.form.withoutOptionals == form.withoutOptionals
        : type.form == form
      if isSame, type.isEnumeration == isEnumeration { return type.name }
    }
    let name = freeName([wish, owner + wish, owner + (SwiftName.type(from: property) ?? "Value")])
    places[wish, default: []].append(all.count)
    all.append(
      ValueType(name: name, owner: owner, form: form, isEnumeration: isEnumeration))
    return name
  }

  private mutating func freeName(_ wishes: [String]) -> String {
    let last = wishes.last ?? "Value"
    let numbered = (2...).lazy.map { "\(last)\($0)" }
    for name in wishes where taken.insert(name).inserted { return name }
    for name in numbered where taken.insert(name).inserted { return name }
    return last
  }
}

extension ValueType.Form {
  fileprivate var withoutOptionals: Self {
    guard case .structure(let members) = self else { return self }
    return .structure(
      members.map { member in
        var member = member
        member.isOptional = true
        return member
      })
  }
}
