import Foundation
import OpenSwiftData

/// A box within a box; deleting it deletes its contents.
@Model
final class Box {
  var number: Int
  var text: String = ""
  @Attribute(.externalStorage) var content: Data?
  var parent: Box?
  @Relationship(deleteRule: .cascade, inverse: \Box.parent) var children: [Box] = []
  @Relationship(inverse: \Sticker.boxes) var stickers: [Sticker] = []

  init(number: Int) { self.number = number }
}

@Model
final class Sticker {
  var number: Int
  var boxes: [Box] = []

  init(number: Int) { self.number = number }
}

/// A single instance that counts the saves.
@Model
final class SaveCount {
  var saves: Int

  init(saves: Int) { self.saves = saves }
}
