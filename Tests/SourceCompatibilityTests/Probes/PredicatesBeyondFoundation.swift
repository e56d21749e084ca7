import Foundation
import SwiftData

@Model final class Letter {
  var text: String
  var sender: String?
  init(text: String) { self.text = text }
}

func search(_ term: String) -> Predicate<Letter> {
  #Predicate { $0.text.localizedStandardContains(term) || $0.text.hasPrefix(term) }
}

func combined(_ left: Predicate<Letter>, _ right: Predicate<Letter>) -> Predicate<Letter> {
  #Predicate { left.evaluate($0) || right.evaluate($0) }
}
