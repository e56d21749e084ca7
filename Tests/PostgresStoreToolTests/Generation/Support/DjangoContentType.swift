import Foundation
import SwiftData

/// A row of the table `django_content_type`.
@Model
final class DjangoContentType {
  #Unique<DjangoContentType>([\.appLabel, \.model])

  var appLabel: String
  var model: String
  @Relationship(deleteRule: .deny, inverse: \AuthPermission.contentType)
  var authPermissions: [AuthPermission] = []

  init(appLabel: String, model: String) {
    self.appLabel = appLabel
    self.model = model
  }
}
