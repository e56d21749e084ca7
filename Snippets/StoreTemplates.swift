// Stores that start as a copy of a file from Apple's frameworks.
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
