import PostgresData
import SwiftData

extension DjangoAuthSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `django_migrations`: It records the migrations of Django.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "django_auth")
    mapping[AuthGroup.self] = .table(
      "auth_group",
      joins: [
        "authPermissions": .init(
          "auth_group_permissions", owner: "group_id", member: "permission_id")
      ])
    mapping[AuthPermission.self] = .table("auth_permission")
    mapping[AuthUser.self] = .table(
      "auth_user",
      joins: [
        "authGroups": .init("auth_user_groups", owner: "user_id", member: "group_id"),
        "authPermissions": .init(
          "auth_user_user_permissions", owner: "user_id", member: "permission_id"),
      ])
    mapping[DjangoContentType.self] = .table("django_content_type")
    return mapping
  }
}
