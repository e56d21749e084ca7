import PostgresData
import SwiftData

extension PrismaStaysSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_prisma_migrations`: It records the migrations of Prisma.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "prisma_stays")
    mapping[Guest.self] = .table(
      "Guest",
      columns: ["fullName": "fullName"],
      joins: ["stays": .init("_GuestToStay", owner: "A", member: "B")])
    mapping[Hotel.self] = .table("Hotel")
    mapping[Stay.self] = .table("Stay", columns: ["isPaid": "isPaid", "hotel": "hotelId"])
    return mapping
  }
}
