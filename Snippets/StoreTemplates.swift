// Stores that begin as a file that Apple's frameworks made.
import Foundation
import SwiftData

@Model
final class Note {
  var text = ""
  var written: Date?

  init(text: String = "") { self.text = text }
}

// snippet.template
let blank = URL(fileURLWithPath: "Resources/Blank.store")
var configuration = ModelConfiguration(url: URL(fileURLWithPath: "Notes.store"))
configuration.storeTemplate = blank
let container = try ModelContainer(for: Note.self, configurations: configuration)
// snippet.end

let context = ModelContext(container)
context.insert(Note(text: "first"))
try context.save()
