import Foundation
import SwiftData

/// A row of the table `auth_permission`.
@Model
final class AuthPermission {
  #Unique<AuthPermission>([\.contentType, \.codename])

  var name: String
  var codename: String
  var contentType: DjangoContentType
  var authGroups: [AuthGroup] = []
  var authUsers: [AuthUser] = []

  init(name: String, codename: String, contentType: DjangoContentType) {
    self.name = name
    self.codename = codename
    self.contentType = contentType
  }
}
