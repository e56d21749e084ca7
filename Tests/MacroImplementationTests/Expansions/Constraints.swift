// swift-format-ignore-file

@Model
final class Quake {
  #Unique<Quake>([\.code], [\.place, \.time])
  #Index<Quake>([\.magnitude], [\.place, \.time])
  #Index([\.time])
  #Index<Quake>(.binary([\.place]), .rtree([\.latitude, \.longitude]))
  var code: String
  var place: String = ""
  var time: Int = 0
  var magnitude: Double = 0
  var latitude: Double = 0
  var longitude: Double = 0
  init(code: String) { self.code = code }
}
