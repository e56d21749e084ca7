import Foundation
import OpenSwiftData

/// A model that does not use the macro, so that these tests do not depend on it.
final class Trip: PersistentModel {
  var persistentBackingData: any BackingData<Trip>
  var code = 0
  var title = ""
  var start: Date?
  var tags: [String] = []
  var place = Place(city: "", latitude: 0)
  var stops: [Stop] = []
  var owner: Traveller?

  init(backingData: any BackingData<Trip>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "code", keypath: \Trip.code, metadata: Schema.Attribute(.unique)),
      .init(
        name: "title", keypath: \Trip.title, defaultValue: "new",
        metadata: Schema.Attribute(.spotlight, originalName: "name", hashModifier: "v2")),
      .init(name: "start", keypath: \Trip.start),
      .init(name: "tags", keypath: \Trip.tags),
      .init(name: "place", keypath: \Trip.place),
      .init(
        name: "stops", keypath: \Trip.stops,
        metadata: Schema.Relationship(
          .cascade, minimumModelCount: 1, maximumModelCount: 9, inverse: \Stop.trip)),
      .init(name: "owner", keypath: \Trip.owner),
      .init(
        name: "", keypath: \Trip.code,
        metadata: Schema.Unique<Trip>([\.title, \.start], [\.code], [\.place.city])),
      .init(
        name: "", keypath: \Trip.code,
        metadata: Schema.Index<Trip>(.binary([\.title]), .rtree([\.code, \.start]))),
    ]
  }
}

struct Place: Codable, Hashable {
  var city: String
  var latitude: Double
}

final class Stop: PersistentModel {
  var persistentBackingData: any BackingData<Stop>
  var trip: Trip?

  init(backingData: any BackingData<Stop>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "trip", keypath: \Stop.trip)]
  }
}

/// Inverses among `friends`, `mother` and `father` are ambiguous; that of `trips` can be inferred.
final class Traveller: PersistentModel {
  var persistentBackingData: any BackingData<Traveller>
  var trips: [Trip] = []
  var friends: [Traveller] = []
  var mother: Traveller?
  var father: Traveller?

  init(backingData: any BackingData<Traveller>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "trips", keypath: \Traveller.trips),
      .init(name: "friends", keypath: \Traveller.friends),
      .init(name: "mother", keypath: \Traveller.mother),
      .init(name: "father", keypath: \Traveller.father),
    ]
  }
}

class Animal: PersistentModel {
  var persistentBackingData: any BackingData<Animal>
  var name = ""

  required init(backingData: any BackingData<Animal>) { persistentBackingData = backingData }

  class var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "name", keypath: \Animal.name)]
  }
}

final class Dog: Animal {
  var tricks = 0
  var pack: Pack?

  override class var schemaMetadata: [Schema.PropertyMetadata] {
    super.schemaMetadata + [
      .init(name: "tricks", keypath: \Dog.tricks), .init(name: "pack", keypath: \Dog.pack),
    ]
  }
}

final class Pack: PersistentModel {
  var persistentBackingData: any BackingData<Pack>
  /// A required relationship, which these tests never read.
  var leader: Dog {
    get { preconditionFailure("Nobody reads it.") }
    set {}
  }

  init(backingData: any BackingData<Pack>) { persistentBackingData = backingData }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [.init(name: "leader", keypath: \Pack.leader)]
  }
}

enum Elsewhere {
  final class Trip: PersistentModel {
    var persistentBackingData: any BackingData<Trip>
    var distance = 0.0

    init(backingData: any BackingData<Trip>) { persistentBackingData = backingData }

    static var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "distance", keypath: \Trip.distance)]
    }
  }
}
