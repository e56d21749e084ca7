import PostgresData
import SwiftData

extension FluentTasksSchema {
  /// The tables of the models, for `PostgresConfiguration.mapping`.
  ///
  /// These tables have no model:
  /// - `_fluent_migrations`: It records the migrations of Fluent.
  static var mapping: PostgresMapping {
    var mapping = PostgresMapping(schema: "fluent_tasks")
    mapping[Todo.self] = .table("todos")
    mapping[TodoList.self] = .table("todo_lists", createdAt: "created_at", updatedAt: "updated_at")
    return mapping
  }
}
