import Foundation
import OpenSwiftData

@Model
package final class Note {
  @Attribute(.unique) package var code: Int
  package var title: String
  package var body: String = ""
  package var createdAt: Date = Date()
  package var token: UUID = UUID()
  package var rating: Double?
  package var url: String?
  package var isPinned = false

  package init(code: Int, title: String = "") {
    self.code = code
    self.title = title
  }
}

extension ModelContext {
  /// Inserts and saves notes with the given codes.
  @discardableResult
  package func saveNotes(_ codes: some Sequence<Int>) throws -> [Note] {
    let notes = codes.map { Note(code: $0, title: "note \($0)") }
    for note in notes { insert(note) }
    try save()
    return notes
  }

  package func note(_ code: Int) throws -> Note? {
    try fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })).first
  }

  /// The codes of all notes, in order.
  package func codes() throws -> [Int] {
    try fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])).map(\.code)
  }
}
