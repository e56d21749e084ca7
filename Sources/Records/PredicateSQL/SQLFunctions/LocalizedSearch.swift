import Foundation

extension StringProtocol {
  /// Returns the result of `localizedStandardContains(_:)`, without trapping for any string.
  func containsStandard(_ other: some StringProtocol) -> Bool {
    contains(other, [.caseInsensitive, .diacriticInsensitive])
  }

  /// Returns the result of `localizedCaseInsensitiveContains(_:)`, without trapping for any string.
  func containsCaseInsensitive(_ other: some StringProtocol) -> Bool {
    contains(other, .caseInsensitive)
  }

  /// Searches by ranges of `NSString`, because Foundation finds "a\0", which has two characters, in
  /// "a", and its own functions trap when they convert that range.
  private func contains(_ other: some StringProtocol, _ options: NSString.CompareOptions) -> Bool {
    let text = NSString(string: String(self))
    let whole = NSRange(location: 0, length: text.length)
    let found = text.range(of: String(other), options: options, range: whole, locale: .current)
    return found.location != NSNotFound && found.location + found.length <= text.length
  }
}
