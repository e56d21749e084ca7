// swift-format-ignore-file

@Model
final class Odd {
  var `self`: Int = 1
  var `two words`: String
  var `quote"d`: Place?
  #Index<Odd>([\.`two words`])
  init(words: String) { `two words` = words }
}
