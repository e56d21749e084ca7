import PostgresData
import SwiftData

extension RailsForumSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `schema_migrations`: It records the migrations of Rails.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "rails_forum")
    mapping[Forum.self] = .table("forums")
    mapping[ForumMember.self] = .table(
      "forum_members",
      createdAt: "created_at", updatedAt: "updated_at")
    mapping[Subscription.self] = .table("subscriptions")
    mapping[Topic.self] = .table(
      "topics",
      createdAt: "created_at", updatedAt: "updated_at", lockVersion: "lock_version")
    return mapping
  }
}
