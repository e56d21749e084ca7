import Foundation

extension StringProtocol {
  /// What `localizedStandardContains(_:)` answers, for every string.
  func containsStandard(_ other: some StringProtocol) -> Bool {
    contains(other, [.caseInsensitive, .diacriticInsensitive])
  }

  /// What `localizedCaseInsensitiveContains(_:)` answers, for every string.
  func containsCaseInsensitive(_ other: some StringProtocol) -> Bool {
    contains(other, .caseInsensitive)
  }

  /// Foundation finds "a\0" in "a", two characters long, and its own functions trap when they
  /// turn that into a range of the string.
  private func contains(_ other: some StringProtocol, _ options: NSString.CompareOptions) -> Bool {
    let text = NSString(string: String(self))
    let whole = NSRange(location: 0, length: text.length)
    let found = text.range(of: String(other), options: options, range: whole, locale: .current)
    return found.location != NSNotFound && found.location + found.length <= text.length
  }
}
