import SwiftData

@Model
final class Note {
  #Unique<Note>([\.titel], [\.next?.title])
  #Index([\.summary])
  var title: String
  var next: Note?
  var summary: String { title }
  init(title: String) { self.title = title }
}

// expected-error 5: 'Note' has no persisted property 'titel'
// expected-error 6: 'Note' has no persisted property 'summary'
// swift-format-ignore-file
