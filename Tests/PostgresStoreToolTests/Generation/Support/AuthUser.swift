import Foundation
import SwiftData

/// A row of the table `auth_user`.
@Model
final class AuthUser {
  var password: String
  var lastLogin: Date?
  var isSuperuser: Bool
  @Attribute(.unique) var username: String
  var firstName: String
  var lastName: String
  var email: String
  var isStaff: Bool
  var isActive: Bool
  var dateJoined: Date
  @Relationship(inverse: \AuthGroup.authUsers) var authGroups: [AuthGroup] = []
  @Relationship(inverse: \AuthPermission.authUsers) var authPermissions: [AuthPermission] = []

  init(
    password: String, lastLogin: Date? = nil, isSuperuser: Bool, username: String,
    firstName: String, lastName: String, email: String, isStaff: Bool, isActive: Bool,
    dateJoined: Date
  ) {
    self.password = password
    self.lastLogin = lastLogin
    self.isSuperuser = isSuperuser
    self.username = username
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.isStaff = isStaff
    self.isActive = isActive
    self.dateJoined = dateJoined
  }
}
