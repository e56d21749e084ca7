import Foundation
import SwiftData

/// A row of the table `todo_lists`.
@Model
final class TodoList {
  @Attribute(.unique) var id: UUID = UUID()
  var title: String
  var createdAt: Date?
  var updatedAt: Date?
  @Relationship(inverse: \Todo.list) var todos: [Todo] = []

  init(id: UUID = UUID(), title: String, createdAt: Date? = nil, updatedAt: Date? = nil) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
