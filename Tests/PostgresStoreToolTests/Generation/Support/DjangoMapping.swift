import PostgresData
import SwiftData

extension DjangoSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `django_migrations`: It records the migrations of Django.
  /// - `shop_ebook`: Its key book_ptr_id does not own a sequence, from which new rows get theirs.
  /// - `shop_talk`: Its column length is required, and no property can have its type interval.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "django")
    mapping[ShopAuthor.self] = .table("shop_author")
    mapping[ShopBook.self] = .table(
      "shop_book",
      joins: ["shopTags": .init("shop_book_tags", owner: "book_id", member: "tag_id")])
    mapping[ShopTag.self] = .table("shop_tag")
    return mapping
  }
}
