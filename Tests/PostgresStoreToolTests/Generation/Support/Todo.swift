import Foundation
import SwiftData

/// A row of the table `todos`.
@Model
final class Todo {
  @Attribute(.unique) var id: UUID = UUID()
  var title: String
  var priority: TodoPriority
  var isDone: Bool = false
  var due: Date?
  var notes: [String]?
  var list: TodoList?

  init(
    id: UUID = UUID(), title: String, priority: TodoPriority, isDone: Bool = false,
    due: Date? = nil, notes: [String]? = nil, list: TodoList? = nil
  ) {
    self.id = id
    self.title = title
    self.priority = priority
    self.isDone = isDone
    self.due = due
    self.notes = notes
    self.list = list
  }
}

enum TodoPriority: String, Codable, CaseIterable {
  case low
  case high
}
