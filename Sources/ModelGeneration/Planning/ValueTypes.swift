/// The types of values that the classes of a model need, each with a name of its own.
struct ValueTypes: Sendable {
  private(set) var all: [ValueType] = []
  private var taken: Set<String>
  /// The places of types by the names that they should have had.
  private var places: [String: [Int]] = [:]

  /// - Parameter taken: Names that are those of other types.
  init(taken: Set<String>) { self.taken = taken }

  /// The name of a type of that form.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - preferred: The name that it should have; nil where the model does not tell.
  ///   - property: The property with values of the type.
  ///   - owner: The entity with the property.
  ///   - isEnumeration: Whether it stands for an enum whose cases are not known.
  ///   - ignoresOptionals: Whether members that are optional and such that are not make no difference.
  /// - Returns: The name of a type that is there already, or of a new one.
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
