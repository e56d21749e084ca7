import ExamplePages
import Foundation
import MinecraftSpotsCore
import WebServer

/// Spots as a gallery.
struct SpotCards {
  private let items: [Item]
  private let language: PageLanguage
  private let distances: [String: Double]

  init(_ items: [Item], _ language: PageLanguage, distances: [String: Double] = [:]) {
    (self.items, self.language, self.distances) = (items, language, distances)
  }

  /// The address of a spot's picture, which changes with the spot.
  static func picture(of item: Item) -> String {
    let version = Int64(item.updatedAt.timeIntervalSince1970 * 1_000)
    return "/spots/\(Percent.encoded(item.id))/picture?\(version)"
  }

  var html: HTML {
    guard !items.isEmpty else {
      return "<p class=\"empty\">\(language("No spots here.", "スポットがありません。"))</p>"
    }
    return "<ul class=\"cards gallery\">\(items.map(card))</ul>"
  }

  private func card(_ item: Item) -> HTML {
    let place = item.coordinates.map { "X \($0.x) · Y \($0.y) · Z \($0.z)" }
    let distance = distances[item.id].map { distance in
      let blocks = language.number(Int(distance.rounded()))
      return language("\(blocks) blocks away", "\(blocks)ブロック先")
    }
    return """
      <li class="card" data-key="\(item.id)">\
      \(item.spotImageName.map { _ in
        "<img class=\"picture\" loading=\"lazy\" src=\"\(Self.picture(of: item))\" alt=\"\">" as HTML
      })\
      <h2><a href="/spots/\(Percent.encoded(item.id))">\(item.name ?? language("Unnamed", "名前なし"))</a></h2>\
      <p class="faint">\(place ?? language("No coordinates", "座標なし"))</p>\
      \(distance.map { "<p>\($0)</p>" as HTML })\
      \(item.world?.name.map { "<p><span class=\"badge\">\($0)</span></p>" as HTML })\
      \(item.comment.map { "<p>\($0)</p>" as HTML })</li>

      """
  }
}

/// A map of the spots of a world, seen from above: X to the right, Z downward, as in the game.
struct SpotMap {
  private let places: [(item: Item, place: Coordinates)]
  private let language: PageLanguage

  private static let (width, height, margin) = (720.0, 420.0, 44.0)

  init(_ items: [Item], _ language: PageLanguage) {
    places = items.compactMap { item in item.coordinates.map { (item, $0) } }
    self.language = language
  }

  /// The map; nil if no spot has coordinates.
  var html: HTML? {
    guard let first = places.first?.place else { return nil }
    let xs = places.reduce(into: (first.x, first.x)) { range, other in
      range = (min(range.0, other.place.x), max(range.1, other.place.x))
    }
    let zs = places.reduce(into: (first.z, first.z)) { range, other in
      range = (min(range.0, other.place.z), max(range.1, other.place.z))
    }
    // The same scale in both directions.
    let scale = min(
      (Self.width - 2 * Self.margin) / Double(max(xs.1 - xs.0, 32)),
      (Self.height - 2 * Self.margin) / Double(max(zs.1 - zs.0, 32)))
    let middle = (Double(xs.0 + xs.1) / 2, Double(zs.0 + zs.1) / 2)
    func x(_ value: Double) -> Double { Self.width / 2 + (value - middle.0) * scale }
    func y(_ value: Double) -> Double { Self.height / 2 + (value - middle.1) * scale }
    let step = Self.step(140 / scale)
    let columns = Self.lines(middle.0, Self.width / 2 / scale, step).map { value in
      """
      <line class="grid" x1="\(x(value).short)" x2="\(x(value).short)" y1="0" y2="\(Self.height.short)"/>\
      <text x="\((x(value) + 3).short)" y="12">X \(Int(value))</text>
      """ as HTML
    }
    let rows = Self.lines(middle.1, Self.height / 2 / scale, step).map { value in
      """
      <line class="grid" y1="\(y(value).short)" y2="\(y(value).short)" x1="0" x2="\(Self.width.short)"/>\
      <text x="3" y="\((y(value) - 3).short)">Z \(Int(value))</text>
      """ as HTML
    }
    let points = places.prefix(2_000).map { item, place in
      let name = item.name ?? language("Unnamed", "名前なし")
      let (left, top) = (x(Double(place.x)), y(Double(place.z)))
      let isRight = left > Self.width * 0.7
      return """
        <a href="/spots/\(Percent.encoded(item.id))"><title>\(name): X \(place.x), Y \(place.y), Z \(place.z)</title>\
        <circle cx="\(left.short)" cy="\(top.short)" r="7"/>\
        <text x="\((left + (isRight ? -10 : 10)).short)" y="\((top + 4).short)" \
        text-anchor="\(isRight ? "end" : "start")">\(name)</text></a>
        """ as HTML
    }
    return """
      <div class="scroll"><svg class="map" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="group" \
      aria-label="\(language("Map of X and Z", "XとZの地図"))">\(columns)\(rows)\(Array(points))</svg></div>
      """
  }

  /// A round number of blocks, at least the given one.
  private static func step(_ least: Double) -> Double {
    let power = pow(10, floor(log10(max(least, 1))))
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
  }

  private static func lines(_ middle: Double, _ reach: Double, _ step: Double) -> [Double] {
    Array(
      stride(from: ((middle - reach) / step).rounded(.up) * step, through: middle + reach, by: step)
    )
  }
}

extension Double {
  /// The number with one digit after the point.
  fileprivate var short: String { "\((self * 10).rounded() / 10)" }
}
