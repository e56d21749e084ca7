import Foundation
import SwiftData

/// A row of the table `customers`.
///
/// The class does not express all of the table:
/// - The column `location` has no property. No property can have its type point.
@Model
final class Customer {
  @Attribute(.unique) var email: String
  var name: String?
  var preferences: Data = Data("{}".utf8)
  var labels: [String] = []
  var active: Bool = true
  var lastSeenOn: Date?
  var avatar: Data?
  var lockVersion: Int = 0
  var isDeletedValue: Bool = false
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  @Relationship(deleteRule: .deny, inverse: \Order.customer) var orders: [Order] = []
  @Relationship(inverse: \Order.billingCustomer) var ordersAsBillingCustomer: [Order] = []
  @Relationship(deleteRule: .deny, inverse: \Vehicle.customer) var vehicles: [Vehicle] = []

  init(
    email: String, name: String? = nil, preferences: Data = Data("{}".utf8), labels: [String] = [],
    active: Bool = true, lastSeenOn: Date? = nil, avatar: Data? = nil, lockVersion: Int = 0,
    isDeletedValue: Bool = false, createdAt: Date = Date(), updatedAt: Date = Date()
  ) {
    self.email = email
    self.name = name
    self.preferences = preferences
    self.labels = labels
    self.active = active
    self.lastSeenOn = lastSeenOn
    self.avatar = avatar
    self.lockVersion = lockVersion
    self.isDeletedValue = isDeletedValue
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
