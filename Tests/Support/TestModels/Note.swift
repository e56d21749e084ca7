import Foundation
import OpenSwiftData

@Model
final class Note {
  @Attribute(.unique) var code: Int
  var title: String
  var body: String = ""
  var createdAt: Date = Date()
  var token: UUID = UUID()
  var rating: Double?
  var url: String?
  var isPinned = false

  init(code: Int, title: String = "") {
    self.code = code
    self.title = title
  }
}

extension ModelContext {
  /// Inserts and saves notes with the given codes.
  @discardableResult
  func saveNotes(_ codes: some Sequence<Int>) throws -> [Note] {
    let notes = codes.map { Note(code: $0, title: "note \($0)") }
    for note in notes { insert(note) }
    try save()
    return notes
  }

  func note(_ code: Int) throws -> Note? {
    try fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })).first
  }

  /// The codes of all notes, in order.
  func codes() throws -> [Int] {
    try fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.code)])).map(\.code)
  }
}
