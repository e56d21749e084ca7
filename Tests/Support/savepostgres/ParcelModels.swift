import OpenSwiftData

/// A container for parcels; writers create missing crates, possibly at the same time as others.
@Model
final class Crate {
  @Attribute(.unique) var number: Int
  @Relationship(inverse: \Parcel.crate) var parcels: [Parcel] = []

  init(number: Int) { self.number = number }
}

/// One of three parcels that are created, changed and deleted together, by only one writer.
@Model
final class Parcel {
  @Attribute(.unique) var code: String
  var batch: String
  var weight: Int
  var crate: Crate?
  @Relationship(deleteRule: .cascade, inverse: \Label.parcel) var labels: [Label] = []

  init(code: String, batch: String, weight: Int) {
    (self.code, self.batch, self.weight) = (code, batch, weight)
  }
}

/// A label that is deleted with its parcel.
@Model
final class Label {
  var text: String
  var parcel: Parcel?

  init(text: String, parcel: Parcel) { (self.text, self.parcel) = (text, parcel) }
}

enum Parcels {
  static let types: [any PersistentModel.Type] = [Crate.self, Parcel.self, Label.self]
  static let batchSize = 3
  static let labelCount = 2
  static let crateCount = 20
}
