// swift-format-ignore-file
import Foundation
import SwiftData

@Model
final class Note {
  var title: String {
    didSet { changed = .now }
  }
  var count = 0 {
    willSet { changed = newValue > count ? .now : changed }
    didSet(former) { if former == 0 { title += "!" } }
  }
  @Relationship(deleteRule: .cascade, inverse: \Line.note) var lines: [Line] = [] {
    didSet { count = lines.count }
  }
  private(set) var changed: Date?
  @Transient var isShown = false {
    didSet { changed = .now }
  }

  init(title: String) { self.title = title }
}

@Model
final class Line {
  var note: Note? { willSet {} }
  init() {}
}
