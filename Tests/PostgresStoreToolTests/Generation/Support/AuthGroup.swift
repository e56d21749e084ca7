import Foundation
import SwiftData

/// A row of the table `auth_group`.
@Model
final class AuthGroup {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \AuthPermission.authGroups) var authPermissions: [AuthPermission] = []
  var authUsers: [AuthUser] = []

  init(name: String) {
    self.name = name
  }
}
