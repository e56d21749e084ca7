import Foundation
import TextSearch

/// A model that a search found, and how well it matches.
///
/// Highlights and snippets are computed from the model's texts when they are requested.
public struct TextSearchHit<Model: PersistentModel> {
  /// The model.
  public let model: Model
  /// How well the model matches, more being better; nil for a model with unsaved changes, which the
  /// index does not contain yet.
  ///
  /// In a file, it is the negated [BM25 value](https://sqlite.org/fts5.html#the_bm25_function) of
  /// SQLite's FTS5; in PostgreSQL, the sum of
  /// [`ts_rank`](https://www.postgresql.org/docs/15/textsearch-controls.html) for each text. It
  /// compares only hits of one search, and is 0 if a search has nothing to rank by.
  public let score: Double?
  let query: TextQuery
  let tokenizer: TextTokenizer

  /// The ranges where the terms of the search occur in a text of the model, in ascending order.
  ///
  /// - Parameter property: The text.
  /// - Returns: The ranges; none if no term occurs in the text.
  public func highlights(in property: KeyPath<Model, String>) -> [Range<String.Index>] {
    highlights(in: model[keyPath: property])
  }

  /// The ranges where the terms of the search occur in a text of the model, in ascending order.
  ///
  /// - Parameter property: The text.
  /// - Returns: The ranges; none if there is no text, or no term occurs in it.
  public func highlights(in property: KeyPath<Model, String?>) -> [Range<String.Index>] {
    model[keyPath: property].map(highlights(in:)) ?? []
  }

  /// A part of a text of the model around the first terms of the search, or the beginning of the
  /// text.
  ///
  /// - Parameters:
  ///   - property: The text.
  ///   - length: The maximum number of characters, without the ellipses that stand for the rest.
  /// - Returns: The part.
  public func snippet(for property: KeyPath<Model, String>, length: Int = 120) -> TextSnippet {
    snippet(of: model[keyPath: property], length)
  }

  /// A part of a text of the model around the first terms of the search, or the beginning of the
  /// text.
  ///
  /// - Parameters:
  ///   - property: The text.
  ///   - length: The maximum number of characters, without the ellipses that stand for the rest.
  /// - Returns: The part; empty if there is no text.
  public func snippet(for property: KeyPath<Model, String?>, length: Int = 120) -> TextSnippet {
    snippet(of: model[keyPath: property] ?? "", length)
  }

  private func highlights(in text: String) -> [Range<String.Index>] {
    (try? query.ranges(in: text, tokenizer)) ?? []
  }

  private func snippet(of text: String, _ length: Int) -> TextSnippet {
    TextSnippet(of: text, highlights: highlights(in: text), length: max(1, length))
  }
}

/// A part of a text, and the ranges where terms of a search occur in it.
public struct TextSnippet: Hashable, Sendable {
  /// The part, with `…` for text that is left out before and after it.
  public let text: String
  /// The ranges in ``text``, in ascending order.
  public let highlights: [Range<String.Index>]

  init(of whole: String, highlights: [Range<String.Index>], length: Int) {
    let part = Self.part(of: whole, around: highlights.first?.lowerBound, length)
    let prefix = part.lowerBound > whole.startIndex ? "…" : ""
    let suffix = part.upperBound < whole.endIndex ? "…" : ""
    // Counted in scalars, since an index may lie within a character.
    let text = prefix + whole[part] + suffix
    let scalars = text.unicodeScalars
    func place(_ index: String.Index) -> String.Index {
      let distance = whole.unicodeScalars.distance(from: part.lowerBound, to: index)
      return scalars.index(scalars.startIndex, offsetBy: distance + prefix.unicodeScalars.count)
    }
    self.text = text
    self.highlights = highlights.compactMap { range in
      let visible = range.clamped(to: part)
      return visible.isEmpty ? nil : place(visible.lowerBound)..<place(visible.upperBound)
    }
  }

  /// The part of a text that begins some words before an index.
  private static func part(
    of text: String, around place: String.Index?, _ length: Int
  ) -> Range<String.Index> {
    guard text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex) != nil,
      text.count > length
    else { return text.startIndex..<text.endIndex }
    // An index within a character counts as the beginning of the character.
    let place = text.rangeOfCharacter(at: place ?? text.startIndex)
    let lead = min(length / 4, text.distance(from: text.startIndex, to: place))
    let latest = text.index(text.endIndex, offsetBy: -length)
    var start = min(text.index(place, offsetBy: -lead), latest)
    if start > text.startIndex, start < place,
      let space = text[start..<place].firstIndex(where: \.isWhitespace)
    {
      start = text.index(after: space)
    }
    var end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    if end < text.endIndex, !text[end].isWhitespace,
      let space = text[start..<end].lastIndex(where: \.isWhitespace), space > place
    {
      end = space
    }
    return start..<end
  }
}

extension String {
  /// The beginning of the character that contains an index.
  fileprivate func rangeOfCharacter(at place: Index) -> Index {
    if place >= endIndex { return endIndex }
    return self[..<place].indices.last.map { last in
      let next = index(after: last)
      return next > place ? last : next
    } ?? startIndex
  }
}
