import PostgresData
import SwiftData

extension PrismaSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_prisma_migrations`: It records the migrations of Prisma.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "prisma")
    mapping[Label.self] = .table(
      "Label",
      joins: ["posts": .init("_LabelToPost", owner: "A", member: "B")])
    mapping[Post.self] = .table("Post", key: "slug", columns: ["author": "authorId"])
    mapping[Profile.self] = .table("Profile", columns: ["user": "userId"])
    mapping[User.self] = .table(
      "User",
      columns: ["createdAt": "createdAt", "updatedAt": "updatedAt"],
      joins: ["followsB": .init("_Follows", owner: "A", member: "B")],
      createdAt: "createdAt", updatedAt: "updatedAt")
    return mapping
  }
}
