import SwiftData

enum DjangoSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [ShopAuthor.self, ShopBook.self, ShopTag.self]
  }
}
