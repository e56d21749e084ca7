// swift-format-ignore-file
import SwiftData

@Model
final class Note {
  var key: UUID
  var made: Date = Date.now
  var place: URL?
  var bytes = Data()

  init(key: UUID = UUID()) { self.key = key }
}

func recent(_ context: ModelContext, since start: Date) throws -> [Note] {
  try context.fetch(
    FetchDescriptor(predicate: #Predicate { $0.made > start }, sortBy: [SortDescriptor(\.made)]))
}
