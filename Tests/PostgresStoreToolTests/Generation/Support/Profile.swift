import Foundation
import SwiftData

/// A row of the table `Profile`.
@Model
final class Profile {
  @Attribute(.unique) var id: String
  var bio: String?
  var user: User

  init(id: String, bio: String? = nil, user: User) {
    self.id = id
    self.bio = bio
    self.user = user
  }
}
