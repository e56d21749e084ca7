import Foundation
import SwiftData

/// A row of the table `User`.
@Model
final class User {
  @Attribute(.unique) var email: String
  var name: String?
  var role: Role = Role.user
  var createdAt: Date = Date()
  var updatedAt: Date = Date()
  @Relationship(deleteRule: .deny, inverse: \Profile.user) var profile: Profile?
  @Relationship(inverse: \Post.author) var posts: [Post] = []
  var followsA: [User] = []
  @Relationship(inverse: \User.followsA) var followsB: [User] = []

  init(
    email: String, name: String? = nil, role: Role = Role.user, createdAt: Date = Date(),
    updatedAt: Date = Date()
  ) {
    self.email = email
    self.name = name
    self.role = role
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}

enum Role: String, Codable, CaseIterable {
  case user = "USER"
  case siteAdmin = "SITE_ADMIN"
}
