import PostgresData
import SwiftData

extension RailsSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `ar_internal_metadata`: It records the migrations of Rails.
  /// - `audits`: It has no primary key.
  /// - `open_orders`: It is a view, whose rows have no primary key; a model that is mapped to it
  ///   by hand can be read.
  /// - `regions`: Its column outline is required, and no property can have its type polygon.
  /// - `schema_migrations`: It records the migrations of Rails.
  /// - `stock_levels`: Its key is composed of product_id, warehouse, and a model needs one
  ///   column.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "rails")
    mapping[Category.self] = .table(
      "categories",
      joins: ["products": .init("categories_products", owner: "category_id", member: "product_id")])
    mapping[Customer.self] = .table(
      "customers",
      columns: ["isDeletedValue": "is_deleted"],
      createdAt: "created_at", updatedAt: "updated_at", lockVersion: "lock_version")
    mapping[Order.self] = .table("orders", createdAt: "created_at", updatedAt: "updated_at")
    mapping[OrderItem.self] = .table("order_items")
    mapping[Product.self] = .table("products")
    mapping[Remark.self] = .table("remarks", createdAt: "created_at", updatedAt: "updated_at")
    mapping[Vehicle.self] = .table(
      "vehicles",
      classColumn: "type", createdAt: "created_at", updatedAt: "updated_at")
    mapping[FleetTruck.self] = .table(className: "Fleet::Truck")
    return mapping
  }
}
