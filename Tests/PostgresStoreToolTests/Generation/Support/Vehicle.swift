import Foundation
import SwiftData

/// A row of the table `vehicles`, whose column `type` contains its class.
///
/// It has the columns of all classes, because the table does not show which class has which.
@Model
class Vehicle {
  var name: String
  var seats: Int?
  var payload: Double?
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  var customer: Customer?

  init(
    name: String, seats: Int? = nil, payload: Double? = nil, createdAt: Date = Date(),
    updatedAt: Date = Date(), customer: Customer? = nil
  ) {
    self.name = name
    self.seats = seats
    self.payload = payload
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.customer = customer
  }
}
