import Foundation
import SwiftData

@Model
final class Page {
  var title = ""
  var body: AttributedString = AttributedString("")
  var note: AttributedString?
  init() {}
}

// expected-error 7: AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only.
// expected-error 8: AttributedString cannot be stored: Foundation makes it Codable on Apple's systems only.
// expected-nothing-else
// swift-format-ignore-file
