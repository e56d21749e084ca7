import SwiftData

@Model
final class Album {
  var cover: Pictuer
  var back: Pictuer?
  var pages: [Pictuer] = []
  var more: [Pictuer]?
  var byName: [String: Pictuer] = [:]
  @Relationship(deleteRule: .cascade, inverse: \Pictuer.album) var stickers: [Pictuer]? = [Pictuer]()
  init(cover: Pictuer) { self.cover = cover }
}

// expected-error 5: cannot find type 'Pictuer' in scope
// expected-error 6: cannot find type 'Pictuer' in scope
// expected-error 7: cannot find type 'Pictuer' in scope
// expected-error 8: cannot find type 'Pictuer' in scope
// expected-error 9: cannot find type 'Pictuer' in scope
// expected-error 10: cannot find type 'Pictuer' in scope
// swift-format-ignore-file
