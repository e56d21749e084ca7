// swift-format-ignore-file

@Model
public final class Card {
  var number: Int = 0
  init() {}
  public static func == (lhs: Card, rhs: Card) -> Bool { lhs.number == rhs.number }
}
