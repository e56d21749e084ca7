import Foundation
import SwiftData

/// A row of the table `Stay`.
@Model
final class Stay {
  #Unique<Stay>([\.hotel, \.arrival])

  @Attribute(.unique) var id: UUID = UUID()
  var arrival: Date
  var nights: Int
  var price: Decimal
  var isPaid: Bool = false
  var hotel: Hotel
  var guests: [Guest] = []

  init(
    id: UUID = UUID(), arrival: Date, nights: Int, price: Decimal, isPaid: Bool = false,
    hotel: Hotel
  ) {
    self.id = id
    self.arrival = arrival
    self.nights = nights
    self.price = price
    self.isPaid = isPaid
    self.hotel = hotel
  }
}
