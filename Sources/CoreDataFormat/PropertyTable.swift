/// What is known of properties, by the number of the entity that declares them and their name.
///
/// Strings are the keys, as everywhere in a layout: each type of keys of its own costs a program that
/// opens a store a search for how its values are hashed.
struct PropertyTable<Value> {
  private var values: [[String: Value]] = []

  subscript(owner: Int, name: String) -> Value? {
    get { owner < values.count ? values[owner][name] : nil }
    set {
      while values.count <= owner { values.append([:]) }
      values[owner][name] = newValue
    }
  }

  subscript(relationship: EntityGraph.Relationship) -> Value? {
    get { self[relationship.ownerNumber, relationship.name] }
    set { self[relationship.ownerNumber, relationship.name] = newValue }
  }
}
