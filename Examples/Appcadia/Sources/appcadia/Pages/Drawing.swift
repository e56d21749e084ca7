import ExamplePages
import Foundation

/// A picture of a trainer or a reward, by the name of its file in the store.
struct Drawing {
  /// The colors of a trainer: the background, and a light and a dark one in front of it.
  private typealias Palette = (ground: String, light: String, dark: String)

  private enum Kind: String { case avatar, voice, badge, illustration }

  private let trainer: String
  private let kind: Kind
  private let number: Int

  /// - Parameter file: Such as `hinata-badge-7.svg`; nil if there is no such picture.
  init?(_ file: String) {
    let parts = file.replacing(".svg", with: "").split(separator: "-").map(String.init)
    guard file.hasSuffix(".svg"), parts.count >= 2, Self.palettes[parts[0]] != nil,
      let kind = Kind(rawValue: parts[1])
    else { return nil }
    (trainer, self.kind, number) = (parts[0], kind, parts.count > 2 ? Int(parts[2]) ?? 0 : 0)
  }

  private static let palettes: [String: Palette] = [
    "hinata": ("#ffe3a3", "#ff9f1c", "#8a4b00"), "shizuku": ("#cfe8f7", "#5aa9d6", "#123f5c"),
    "iwao": ("#dcd6cc", "#8d7b68", "#3b2f25"),
  ]

  private var palette: Palette { Self.palettes[trainer] ?? ("#eeeeee", "#999999", "#333333") }

  var svg: HTML {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 160 120"><rect x="-20" width="160" height="120" \
    fill="\(palette.ground)"/>\(content)</svg>
    """
  }

  private var content: HTML {
    switch (kind, number) {
    case (.avatar, _): avatar
    case (.voice, _): voice
    case (.illustration, _): landscape
    case (.badge, 100...): medal
    case (.badge, _): stars
    }
  }

  private var avatar: HTML {
    let (_, light, dark) = palette
    let hair: HTML =
      switch trainer {
      case "hinata":
        "<path d=\"\(Self.rays(inner: 34, outer: 50, count: 14))\" fill=\"\(light)\"/>"
      case "shizuku":
        "<path d=\"M60 6C40 38 22 52 22 74a38 38 0 0 0 76 0C98 52 80 38 60 6z\" fill=\"\(light)\"/>"
      default:
        "<path d=\"M24 52l10-28 24-10 26 8 14 30-4 46H28z\" fill=\"\(light)\"/>"
      }
    let face: HTML = """
      <circle cx="60" cy="64" r="29" fill="#fff3e4"/>
      """
    let eyes: HTML =
      switch trainer {
      case "shizuku":
        """
        <path d="M43 63q6 5 12 0M65 63q6 5 12 0" fill="none" stroke="\(dark)" stroke-width="3" \
        stroke-linecap="round"/>
        """
      case "iwao":
        """
        <path d="M32 46h56v8H32z" fill="#b3261e"/><path d="M42 60l13 4M78 60l-13 4" \
        stroke="\(dark)" stroke-width="4" stroke-linecap="round"/><circle cx="50" cy="68" r="3" \
        fill="\(dark)"/><circle cx="70" cy="68" r="3" fill="\(dark)"/>
        """
      default:
        """
        <circle cx="50" cy="61" r="4" fill="\(dark)"/><circle cx="70" cy="61" r="4" fill="\(dark)"/>\
        <circle cx="41" cy="71" r="5" fill="#ffb4a2"/><circle cx="79" cy="71" r="5" fill="#ffb4a2"/>
        """
      }
    let mouth: HTML =
      switch trainer {
      case "hinata": "<path d=\"M49 71q11 16 22 0z\" fill=\"#b3261e\"/>"
      case "iwao":
        "<path d=\"M52 80h16\" stroke=\"\(dark)\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
      default:
        """
        <path d="M53 76q7 5 14 0" fill="none" stroke="\(dark)" stroke-width="3" \
        stroke-linecap="round"/>
        """
      }
    return "\(hair)\(face)\(eyes)\(mouth)"
  }

  /// A bubble with waves of sound.
  private var voice: HTML {
    let (_, light, dark) = palette
    let bars = [(34, 10), (44, 22), (54, 34), (64, 18), (74, 28), (84, 12)].map { x, height in
      """
      <rect x="\(x)" y="\(56 - height / 2)" width="5" height="\(height)" rx="2" fill="\(dark)"/>
      """ as HTML
    }
    return """
      <path d="M20 24h80a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8H58L38 106V88H20a8 8 0 0 1-8-8V32a8 8 0 0 1 \
      8-8z" fill="#fff" stroke="\(light)" stroke-width="4"/>\(bars)
      """
  }

  /// Seven stars in a circle.
  private var stars: HTML {
    let (_, light, dark) = palette
    let places = [(60, 60), (60, 34), (82, 47), (82, 73), (60, 86), (38, 73), (38, 47)]
    let stars = places.map { x, y in
      """
      <path transform="translate(\(x) \(y))" d="M0-9l2.600 6.200 6.700.6-5 4.400 1.500 6.600L0 5.300l-5.800 \
      3.500 1.500-6.600-5-4.400 6.700-.6z" fill="#ffd34d"/>
      """ as HTML
    }
    return """
      <circle cx="60" cy="60" r="46" fill="\(dark)" stroke="\(light)" stroke-width="6"/>\(stars)
      """
  }

  /// A medal on ribbons.
  private var medal: HTML {
    let (_, light, dark) = palette
    return """
      <path d="M40 8h16l10 40H52zM80 8H64L54 48h14z" fill="\(light)"/>\
      <path d="\(Self.rays(inner: 30, outer: 36, count: 20, y: 76))" fill="#d9a400"/>\
      <circle cx="60" cy="76" r="27" fill="#ffd34d"/>\
      <text x="60" y="88" text-anchor="middle" font-size="34" font-weight="700" font-family="serif" \
      fill="\(dark)">百</text>
      """
  }

  /// A path into the mountains; the sky is that of the trainer.
  private var landscape: HTML {
    let (_, light, dark) = palette
    let sky: HTML =
      switch trainer {
      case "hinata":
        "<path d=\"\(Self.rays(inner: 14, outer: 24, count: 12, x: 84, y: 34))\" fill=\"#ff9f1c\"/>"
      case "shizuku":
        """
        <g stroke="#5aa9d6" stroke-width="3" stroke-linecap="round"><path d="M24 20l-4 10M48 12l-4 \
        10M72 22l-4 10M96 12l-4 10M34 40l-4 10M84 42l-4 10"/></g>
        """
      default: "<circle cx=\"88\" cy=\"30\" r=\"14\" fill=\"#b3261e\"/>"
      }
    return """
      \(sky)<path d="M-20 110l54-64 22 26 20-32 64 70v10H-20z" fill="\(light)"/>\
      <path d="M34 46l-9 12 8-2 6 5 5-3zM76 40l-9 14 8-2 7 6 6-4z" fill="#fff"/>\
      <path d="M-20 98q40-16 80-6t80-6v34H-20z" fill="\(dark)"/>\
      <path d="M52 120q4-16 14-20t2-10" fill="none" stroke="#fff3e4" stroke-width="5"/>
      """
  }

  /// A star whose many rays touch two circles.
  private static func rays(
    inner: Int, outer: Int, count: Int, x: Int = 60, y: Int = 60
  ) -> String {
    let points = (0..<2 * count).map { index in
      let radius = Double(index.isMultiple(of: 2) ? outer : inner)
      let angle = Double.pi * Double(index) / Double(count)
      let point = (Double(x) + radius * sin(angle), Double(y) - radius * cos(angle))
      return "\(Int(point.0.rounded())) \(Int(point.1.rounded()))"
    }
    return "M" + points.joined(separator: "L") + "z"
  }
}
