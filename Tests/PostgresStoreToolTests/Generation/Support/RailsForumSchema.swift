import SwiftData

enum RailsForumSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Forum.self, ForumMember.self, Subscription.self, Topic.self]
  }
}
