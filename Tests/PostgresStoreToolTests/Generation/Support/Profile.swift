import Foundation
import SwiftData

/// A row of the table `Profile`.
///
/// The class does not express all of the table:
/// - The code does not declare that userId is unique; the database enforces it.
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
