import Foundation
import OpenSwiftData

/// An item of one writer; its name consists of the writer's name and a number.
@Model
final class CrashItem {
  var writer: String
  var number: Int
  /// Only set by the writer that created the item.
  var own = 0
  /// Only set by the other writer.
  var foreign = 0
  /// Set by all writers.
  var shared = ""
  var box: CrashBox?

  init(writer: String, number: Int) { (self.writer, self.number) = (writer, number) }

  var name: String { "\(writer)\(number)" }

  /// Items that only their creators change, and delete.
  var isMortal: Bool { number % 5 == 0 }
}

/// A container for items; each writer puts its own items into shared boxes.
@Model
final class CrashBox {
  @Attribute(.unique) var number: Int
  @Relationship(inverse: \CrashItem.box) var items: [CrashItem] = []

  init(number: Int) { self.number = number }
}
