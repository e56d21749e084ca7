import SwiftData

enum FluentTasksSchema: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

  static var models: [any PersistentModel.Type] {
    [Todo.self, TodoList.self]
  }
}
