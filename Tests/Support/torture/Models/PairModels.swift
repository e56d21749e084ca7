import OpenSwiftData

// Models with one-to-one relationships of every kind. Codes are unique, so that an insertion or a
// change may replace a model that has a partner.

@Model final class Town {
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \Lock.town) var locks: [Lock] = []
  @Relationship(deleteRule: .cascade, inverse: \Key.town) var keys: [Key] = []
  @Relationship(deleteRule: .cascade, inverse: \Station.town) var stations: [Station] = []
  @Relationship(deleteRule: .cascade, inverse: \Citizen.town) var citizens: [Citizen] = []
  init(number: Int) { self.number = number }
}

@Model final class Lock {
  @Attribute(.unique) var code: Int
  var town: Town?
  @Relationship(inverse: \Key.lock) var key: Key?
  init(code: Int) { self.code = code }
}

@Model final class Key {
  @Attribute(.unique) var code: Int
  var town: Town?
  var lock: Lock?
  init(code: Int) { self.code = code }
}

/// Has partners of its own class.
@Model final class Station {
  @Attribute(.unique) var code: Int
  var town: Town?
  @Relationship(inverse: \Station.previous) var next: Station?
  var previous: Station?
  init(code: Int) { self.code = code }
}

@Model final class Citizen {
  @Attribute(.unique) var code: Int
  var town: Town?
  @Relationship(deleteRule: .cascade, inverse: \Passport.owner) var passport: Passport?
  init(code: Int) { self.code = code }
}

/// Requires its partner.
@Model final class Passport {
  @Attribute(.unique) var code: Int
  var owner: Citizen
  init(code: Int, owner: Citizen) { (self.code, self.owner) = (code, owner) }
}
