import OpenSwiftData

@Model final class Account {
  #Unique<Account>([\.number], [\.bank, \.holder], [\.owner])
  #Index<Account>([\.holder], [\.bank, \.number])
  var number: Int
  var bank: String
  var holder: String
  var balance: Double
  var owner: Client?
  @Relationship(deleteRule: .cascade, inverse: \Booking.account) var bookings: [Booking] = []
  init(number: Int, bank: String, holder: String, balance: Double = 0, owner: Client? = nil) {
    self.number = number
    self.bank = bank
    self.holder = holder
    self.balance = balance
    self.owner = owner
  }
}

@Model final class Client {
  @Attribute(.unique) var code: String
  @Relationship(inverse: \Account.owner) var account: Account?
  init(code: String) { self.code = code }
}

@Model final class Booking {
  var text: String
  var account: Account?
  init(text: String) { self.text = text }
}

@Model final class Place {
  #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
  var name: String
  var latitude: Double
  var longitude: Double
  init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}

@Model final class CardBox {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Card.box) var cards: [Card] = []
  init(name: String) { self.name = name }
}

@Model final class Card {
  @Attribute(.unique) var code: String
  var number: Int
  var note: String?
  var box: CardBox?
  @Relationship(inverse: \Mark.cards) var marks: [Mark] = []
  init(code: String, number: Int, box: CardBox? = nil) {
    self.code = code
    self.number = number
    self.box = box
  }
}

@Model final class Mark {
  var name: String
  var cards: [Card] = []
  init(name: String) { self.name = name }
}

enum UniqueSchema {
  static let models: [any PersistentModel.Type] = [
    Account.self, Client.self, Booking.self, Place.self, CardBox.self, Card.self,
    Mark.self,
  ]
}
