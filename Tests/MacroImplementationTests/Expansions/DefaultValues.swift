// swift-format-ignore-file

@Model
final class Defaults {
  var created: Date = Date()
  var moment: Date = .now
  var shape: Shape = .none
  var optionalShape: Shape? = .none
  var explicitNil: String? = nil
  var alias: MaybeString = nil
  var number: Double = -1
  var words: [String] = ["a", "b"]
  var table: [String: Int] = [:]
  var tags: Set<String> = []
  var places: [Place] = [Place()]
  var greeting: String = "hello \(name)"
  var text: String = """
    first
      second
    """
  var choice: Int = condition ? 1 : 2
  var name: String!
  init() {}
}
