import OpenSwiftData

@Model package final class Account {
  #Unique<Account>([\.number], [\.bank, \.holder], [\.owner])
  #Index<Account>([\.holder], [\.bank, \.number])
  package var number: Int
  package var bank: String
  package var holder: String
  package var balance: Double
  package var owner: Client?
  @Relationship(deleteRule: .cascade, inverse: \Booking.account) package var bookings: [Booking] =
    []
  package init(number: Int, bank: String, holder: String, balance: Double = 0, owner: Client? = nil)
  {
    self.number = number
    self.bank = bank
    self.holder = holder
    self.balance = balance
    self.owner = owner
  }
}

@Model package final class Client {
  @Attribute(.unique) package var code: String
  @Relationship(inverse: \Account.owner) package var account: Account?
  package init(code: String) { self.code = code }
}

@Model package final class Booking {
  package var text: String
  package var account: Account?
  package init(text: String) { self.text = text }
}

@Model package final class Place {
  #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
  package var name: String
  package var latitude: Double
  package var longitude: Double
  package init(name: String, latitude: Double, longitude: Double) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
  }
}

@Model package final class CardBox {
  package var name: String
  @Relationship(deleteRule: .cascade, inverse: \Card.box) package var cards: [Card] = []
  package init(name: String) { self.name = name }
}

@Model package final class Card {
  @Attribute(.unique) package var code: String
  package var number: Int
  package var note: String?
  package var box: CardBox?
  @Relationship(inverse: \Mark.cards) package var marks: [Mark] = []
  package init(code: String, number: Int, box: CardBox? = nil) {
    self.code = code
    self.number = number
    self.box = box
  }
}

@Model package final class Mark {
  package var name: String
  package var cards: [Card] = []
  package init(name: String) { self.name = name }
}

package enum UniqueSchema {
  package static let models: [any PersistentModel.Type] = [
    Account.self, Client.self, Booking.self, Place.self, CardBox.self, Card.self,
    Mark.self,
  ]
}
