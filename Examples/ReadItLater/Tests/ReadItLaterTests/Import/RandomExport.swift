import Foundation
import ReadItLaterCore

/// Generates exports in the many styles of different programs.
enum RandomExport {
  private static let words = [
    "Swift", "日本語", "a<b", "R&D", "\"quoted\"", "it's", "café", "👩‍👩‍👧", "=", "—", "100%",
  ]

  static func link(using generator: inout some RandomNumberGenerator) -> ImportedBookmark {
    let title = (0..<Int.random(in: 0...5, using: &generator))
      .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    let query = words.randomElement(using: &generator) ?? ""
    let seconds = Int.random(in: 1...4_000_000_000, using: &generator)
    return ImportedBookmark(
      url: "https://example.com/\(UInt16.random(in: 0...UInt16.max, using: &generator))?q=\(query)",
      title: title,
      createdAt: Bool.random(using: &generator)
        ? Date(timeIntervalSince1970: TimeInterval(seconds)) : nil,
      line: 0)
  }

  static func text(
    of links: [ImportedBookmark], using generator: inout some RandomNumberGenerator
  ) -> String {
    let newline = Bool.random(using: &generator) ? "\r\n" : "\n"
    let lines = links.map { line(of: $0, using: &generator) }
    return (["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<DL><p>"] + lines + ["</DL><p>"])
      .joined(separator: newline)
  }

  private static func line(
    of link: ImportedBookmark, using generator: inout some RandomNumberGenerator
  ) -> String {
    let quote = Bool.random(using: &generator) ? "\"" : "'"
    var attributes = ["HREF=\(quote)\(escaped(link.url, using: &generator))\(quote)"]
    if let date = link.createdAt {
      attributes.append("ADD_DATE=\(quote)\(Int(date.timeIntervalSince1970))\(quote)")
    }
    if Bool.random(using: &generator) { attributes.append("PRIVATE=\"0\"") }
    attributes.shuffle(using: &generator)
    let isLower = Bool.random(using: &generator)
    let names = attributes.map { isLower ? lowercasedName($0) : $0 }
    let tag = "<\(isLower ? "a" : "A") \(names.joined(separator: "  "))>"
    let isClosed = Bool.random(using: &generator)
    return "<DT>\(tag)\(escaped(link.title, using: &generator))\(isClosed ? "</A>" : "")"
  }

  private static func lowercasedName(_ attribute: String) -> String {
    let name = attribute.prefix { $0 != "=" }
    return name.lowercased() + attribute.dropFirst(name.count)
  }

  private static func escaped(
    _ text: String, using generator: inout some RandomNumberGenerator
  ) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "&": ["&amp;", "&#38;", "&#x26;"].randomElement(using: &generator) ?? "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "é": Bool.random(using: &generator) ? "&eacute;" : "é"
      default: String(Character(scalar))
      }
    }.joined()
  }
}
