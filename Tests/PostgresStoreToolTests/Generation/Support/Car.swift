import Foundation
import SwiftData

/// A row of the table `vehicles` whose column `type` contains `Car`.
@Model
final class Car: Vehicle {
  override init(
    name: String, seats: Int? = nil, payload: Double? = nil, createdAt: Date = Date(),
    updatedAt: Date = Date(), customer: Customer? = nil
  ) {
    super.init(
      name: name, seats: seats, payload: payload, createdAt: createdAt, updatedAt: updatedAt,
      customer: customer
    )
  }
}
