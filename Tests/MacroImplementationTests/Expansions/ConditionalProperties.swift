// swift-format-ignore-file

@Model
final class Settings {
  var first: Int = 1
  #if DEBUG
    var trace: Bool = false
    #if os(Windows)
      var registry: String = ""
    #endif
  #else
    var release: Bool = false
  #endif
  var last: Int = 2
  init() {}
}
