import Foundation
import OpenSwiftData

// A shop's customers, suppliers and staff: half of the models for the start-up measurement.

@Model final class Customer {
  #Index<Customer>([\.familyName, \.givenName])

  @Attribute(.unique) var number: Int
  var givenName: String
  var familyName: String
  var email: String?
  var joinedAt: Date
  var isBlocked = false
  @Relationship(deleteRule: .cascade, inverse: \Address.customer) var addresses: [Address] = []
  @Relationship(inverse: \Order.customer) var orders: [Order] = []
  @Relationship(deleteRule: .cascade, inverse: \Review.author) var reviews: [Review] = []
  var tags: [CustomerTag] = []

  init(number: Int, givenName: String, familyName: String, joinedAt: Date) {
    self.number = number
    self.givenName = givenName
    self.familyName = familyName
    self.joinedAt = joinedAt
  }
}

@Model final class CustomerTag {
  @Attribute(.unique) var label: String
  var color: Int = 0
  @Relationship(inverse: \Customer.tags) var customers: [Customer] = []

  init(label: String) { self.label = label }
}

@Model final class Address {
  var street: String
  var city: String
  var postalCode: String
  var country: String
  var place: Coordinates?
  var customer: Customer?

  init(street: String, city: String, postalCode: String, country: String) {
    self.street = street
    self.city = city
    self.postalCode = postalCode
    self.country = country
  }
}

struct Coordinates: Codable, Hashable {
  var latitude: Double
  var longitude: Double
}

@Model final class Review {
  var text: String
  var stars: Int
  var writtenAt: Date
  var author: Customer?
  var product: Product?

  init(text: String, stars: Int, writtenAt: Date) {
    self.text = text
    self.stars = stars
    self.writtenAt = writtenAt
  }
}

@Model final class Employee {
  @Attribute(.unique) var badge: String
  var name: String
  var salary: Decimal
  var hiredAt: Date
  @Attribute(.externalStorage) var photo: Data?
  var department: Department?
  var manager: Employee?
  @Relationship(inverse: \Employee.manager) var reports: [Employee] = []

  init(badge: String, name: String, salary: Decimal, hiredAt: Date) {
    self.badge = badge
    self.name = name
    self.salary = salary
    self.hiredAt = hiredAt
  }
}

@Model final class Department {
  var name: String
  var budget: Decimal?
  @Relationship(deleteRule: .deny, inverse: \Employee.department) var staff: [Employee] = []

  init(name: String) { self.name = name }
}

@Model final class Supplier {
  var name: String
  var website: URL?
  var rating: Double?
  @Relationship(inverse: \Product.supplier) var products: [Product] = []
  @Relationship(deleteRule: .cascade, inverse: \Contact.supplier) var contacts: [Contact] = []

  init(name: String) { self.name = name }
}

@Model final class Contact {
  var name: String
  var phone: String?
  var languages: [String] = []
  var supplier: Supplier?

  init(name: String) { self.name = name }
}

@Model final class Carrier {
  var name: String
  var trackingAddress: URL?
  @Relationship(inverse: \Shipment.carrier) var shipments: [Shipment] = []

  init(name: String) { self.name = name }
}

@Model final class Setting {
  @Attribute(.unique) var key: String
  var value: Data?
  var changedAt: Date

  init(key: String, changedAt: Date) {
    self.key = key
    self.changedAt = changedAt
  }
}
